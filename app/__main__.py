"""The entry point of `cipherbench` and `python -m app`.

Light on purpose: every worker process imports it again.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the desktop program, or the command that was given."""
    from app.system import interruption
    from app.system.streams import finish_streams, make_streams_safe

    interruption.install_signal_handlers()
    try:
        make_streams_safe()
        from app.system.process_setup import harden

        harden()
        from app.command_line.main import run

        code = run(sys.argv[1:])
        finish_streams()
    except KeyboardInterrupt:  # before or after what `run` looks after
        code = interruption.STOPPED_CODE
    interruption.exit_if_signalled(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
