"""The label by which our containers are known, with their program and a signature: no other
container is ever touched."""

from __future__ import annotations

from engines.keeping.owning_program import has_program_ended, program_identity
from engines.keeping.signatures import signature, verify

LABEL = "cipherbench.owner"


def own_mark(container: str) -> str:
    """The mark of a container that this program makes: the program, and a signature.

    Labels are copied along with an image that is made of a container; the signature is good for a
    container of this name alone.

    Raises: ServerUnavailable if our key cannot be read or created
    """
    program = program_identity()
    return f"{program} {signature('container', container, program)}"


def owner_is_gone(mark: str, container: str) -> bool:
    """Whether a container bears our mark and the program that made it has certainly ended.

    Raises: ServerUnavailable if our key cannot be read or created
    """
    program, _, signed = mark.rpartition(" ")
    return verify(signed, "container", container, program) and has_program_ended(program)
