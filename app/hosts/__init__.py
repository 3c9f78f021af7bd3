"""More than one machine: a coordinator's PostgreSQL, hosts that join it by dialling out, and the
shares of a plan that they take. Nothing of it is loaded with one machine."""
