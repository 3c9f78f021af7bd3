"""The program with the toy among its engines; its workers begin here, too."""

import tests.engines.toy.registered  # noqa: F401
from app.__main__ import main

if __name__ == "__main__":
    main()
