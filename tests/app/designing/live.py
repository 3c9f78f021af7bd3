"""A shop with markers in every column, in a PostgreSQL that counts its statements."""

from __future__ import annotations

import re
from pathlib import Path

from engines.contract.endpoint import Source
from engines.servers.server import Server, ServerSpec

MARKER = "MARKER"
"""Begins every value that is planted; its number, and those of whole numbers, hold 7734."""

SHOP = f"""
create extension pg_stat_statements;
create type size as enum ('small', 'large');
create schema sales;
create table customer (
    id bigint generated always as identity primary key,
    email varchar(80) not null unique,
    name text,
    cpf char(14),
    city varchar(40),
    born date,
    seen timestamptz,
    balance numeric(12, 2),
    points integer,
    active boolean,
    photo bytea,
    extra jsonb,
    tags text[],
    shirt size
);
create table sales."Orders" (
    id serial primary key,
    customer_id bigint references customer,
    note text default '{MARKER} default',
    amount numeric(10, 2) check (amount <> 77344.77),
    long_note text generated always as (note || '{MARKER}') stored
);
create index on sales."Orders" (customer_id);
create table sales.item (
    order_id integer references sales."Orders",
    line integer,
    amount integer,
    primary key (order_id, line)
);
create view customers as select * from customer;
insert into customer (email, name, cpf, city, born, seen, balance, points, active, photo, extra,
    tags, shirt)
select '{MARKER}' || n || '@example.org', '{MARKER} name ' || n % 50, '{MARKER}' || n % 10,
    case when n % 10 < 7 then '{MARKER} big' else '{MARKER} ' || n % 20 end,
    date '7734-07-03' + n, timestamptz '7734-07-03' + n * interval '1 day', 77340000 + n,
    77340000 + n % 30, n % 4 > 0, '{MARKER}'::bytea, '{{"a": "{MARKER}"}}', array['{MARKER}'],
    'small'
from generate_series(1, 1000) n;
update customer set name = null where id % 5 = 0;
insert into sales."Orders" (customer_id, note, amount)
select 1 + floor(1000 * power(n / 3000.0, 4)), '{MARKER} note ' || n, 77340000 + n % 100
from generate_series(0, 2999) n;
insert into sales.item select n, 1, 77340000 from generate_series(1, 3000) n;
analyze;
select pg_stat_statements_reset();
"""

WORK = (
    "select id, name, city from customer where email = '{m}1@example.org'",
    "select id, name from customer where city in ('{m} big', '{m} 7') order by id limit 3",
    'select c.name, o.amount from customer c join sales."Orders" o on o.customer_id = c.id '
    "where c.id = 7734 order by o.amount",
    "update customer set city = '{m} big' where id = 77 /* {m} */",
    "insert into sales.item (order_id, line, amount) values (7, 7734, 7734) on conflict do nothing",
    "select * from customer where name = '{m}'",
    "do $$ begin perform '{m}'; end $$",
    "set application_name = '{m}'",
    "create role {m} password '{m}'",
    "drop role {m}",
)


def fill(server: Server, database: str) -> None:
    """Make the shop, plant markers in every column, and let its statements be counted."""
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute(SHOP)
        for _ in range(3):
            for text in WORK:
                session.execute(text.format(m=MARKER))


def as_address(server: Server, name: str) -> ServerSpec:
    """A running server as one at an address, which somebody else has started."""
    end = server.endpoint
    return ServerSpec(
        name, Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user=end.user
    )


def make_quick(plan: Path, rows: int) -> None:
    """Have a plan measure few rows, once, without a control."""
    text = plan.read_text()
    for name, value in (("repetitions", "1"), ("warmups", "0"), ("control", "false")):
        text = re.sub(rf"{name} = \w+", f"{name} = {value}", text)
    plan.write_text(re.sub(r"sizes = \[\d+\]", f"sizes = [{rows}]", text))
