"""How servers carry statements out: a protection's plan beside the baseline's."""
