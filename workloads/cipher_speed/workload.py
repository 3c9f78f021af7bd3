"""The speed of raw ciphers, as a workload without a database.

The published study has one table of `openssl speed aes rsa`: AES-CBC by key length and block size,
RSA by key length. Here it is repeated by that program and by the library `cryptography`, in more
modes, and without the processor's AES instructions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cryptography
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed

from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, Number, phrase, significant
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Cipher, Protection, ProtectionKind
from workloads.cipher_speed import loop, openssl
from workloads.cipher_speed.ciphers import (
    BYTES_PER_SECOND,
    ENCRYPTION,
    MESSAGE_BYTES,
    OPERATIONS_PER_SECOND,
    cipher_named,
    operations_of,
)
from workloads.cipher_speed.loop import (
    Batch,
    Progress,
    Throughput,
    batch_of,
    cipher_speed_in_fresh_process,
    speed_of,
)
from workloads.contract import Case, Measure, Options, Parameters
from workloads.workload import BareResult, BareWorkload, MeanOfRuns, Provider

# RSA by the library `cryptography`: sign, verify, encrypt, decrypt.
#
# The keys are public files of ours, as `openssl speed` has its own: generating 15,360 bits takes
# minutes. As there, padding is PKCS #1 v1.5 and the signed data are a digest; unlike there, each
# call makes its own context: the library offers no other way.

_EXPONENT = 65537
_DIGEST = bytes(32)
_MESSAGE = bytes(MESSAGE_BYTES)
_SHA256 = Prehashed(hashes.SHA256())


def rsa_speed(bits: int, operation: str, seconds: float, progress: Progress) -> Throughput:
    """Raises: ValueError where the library takes no key of that length"""
    return speed_of(_rsa_batch(key_of(bits), operation), seconds, progress)


def why_no_rsa_key(bits: int) -> str:
    """The library's error for a key of that length; empty where it takes one."""
    try:
        key_of(bits).public_key().encrypt(_MESSAGE, PKCS1v15())
    except ValueError as error:
        return str(error)
    return ""


@cache
def key_of(bits: int) -> rsa.RSAPrivateKey:
    """Raises: ValueError where the library takes no such length; KeyError where we have no key"""
    p, q = _primes()[bits]
    private = pow(_EXPONENT, -1, (p - 1) * (q - 1))
    return rsa.RSAPrivateNumbers(
        p,
        q,
        private,
        rsa.rsa_crt_dmp1(private, p),
        rsa.rsa_crt_dmq1(private, q),
        rsa.rsa_crt_iqmp(p, q),
        rsa.RSAPublicNumbers(_EXPONENT, p * q),
    ).private_key(unsafe_skip_rsa_key_validation=True)  # the longest would take seconds


@cache
def key_lengths() -> tuple[int, ...]:
    """Key lengths for which keys exist, in bits."""
    return tuple(_primes())


@cache
def _primes() -> dict[int, tuple[int, int]]:
    text = (files(__package__) / "rsa_primes.txt").read_text()
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {int(bits): (int(p, 16), int(q, 16)) for bits, p, q in lines}


def _rsa_batch(key: rsa.RSAPrivateKey, operation: str) -> Batch:
    public, padding = key.public_key(), PKCS1v15()
    match operation:
        case "sign":
            return batch_of(key.sign, _DIGEST, padding, _SHA256)
        case "verify":
            signed = key.sign(_DIGEST, padding, _SHA256)
            return batch_of(public.verify, signed, _DIGEST, padding, _SHA256)
        case "encrypt":
            return batch_of(public.encrypt, _MESSAGE, padding)
        case _:
            return batch_of(key.decrypt, public.encrypt(_MESSAGE, padding), padding)


# The form's fields.

OPENSSL, CRYPTOGRAPHY = "openssl", "cryptography"
_STUDY_BLOCKS = (16, 64, 256, 1024, 8192, 16384)
_STUDY_BITS = (512, 1024, 2048, 3072, 4096, 7680, 15360)

PROVIDERS = Shown(
    phrase("Measured with"),
    phrase("The program openssl, and the library that the application encrypts with"),
    offers=(OPENSSL, CRYPTOGRAPHY),
    required_message=phrase("Choose a program or a library."),
)
SECONDS = Shown(
    phrase("Time per block size"),
    phrase("How long each cipher runs with blocks of one size; openssl takes whole seconds"),
    unit=phrase("s"),
)
RSA_SECONDS = Shown(
    phrase("Time per RSA key"),
    phrase("How long each operation runs with a key of one length"),
    unit=phrase("s"),
)
RSA_BITS = Shown(
    phrase("RSA keys"),
    unit=phrase("bits"),
    offers=_STUDY_BITS,
    words=phrase("Add a key length"),
)
BLOCKS = Shown(
    phrase("Blocks"),
    unit=phrase("bytes"),
    offers=_STUDY_BLOCKS,
    words=phrase("Add a block size"),
)
WITHOUT_INSTRUCTIONS = Shown(
    phrase("AES instructions off"),
    phrase("Block sizes at which AES is also measured without the processor's AES instructions"),
    unit=phrase("bytes"),
    offers=_STUDY_BLOCKS,
    words=phrase("Add a block size"),
    rare=True,
)


# Whether the processor's AES instructions are used, and how to turn them off.
#
# OpenSSL detects the processor's features once, when it is loaded; environment variables mask them
# (OPENSSL_ia32cap(3)). Without AES instructions it uses vectors (vector-permutation or bit-sliced
# AES), as on a processor that has none.

_X86_VARIABLE = "OPENSSL_ia32cap"
_ARM_VARIABLE = "OPENSSL_armcap"

_AES_NI, _CARRYLESS_MULTIPLY = 1 << 57, 1 << 33
_VECTOR_AES, _VECTOR_MULTIPLY = 1 << 41, 1 << 42
_ARM_AES, _ARM_MULTIPLY = 1 << 2, 1 << 5

_WORD = re.compile(r"(OPENSSL_ia32cap|OPENSSL_armcap)=(0x[0-9a-fA-F]+)")


def has_aes_instructions(cpu: str) -> bool | None:
    """Whether OpenSSL uses AES instructions, by its line CPUINFO (`cpu`); None where it has
    none."""
    if (found := _WORD.search(cpu)) is None:
        return None
    return bool(int(found[2], 16) & (_AES_NI if found[1] == _X86_VARIABLE else _ARM_AES))


def without_aes_instructions(cpu: str) -> Mapping[str, str] | None:
    """Environment variables that turn off AES instructions and the carry-less multiplication of
    GCM; None where there are none to turn off. `cpu` is the line CPUINFO. On x86 the variable's
    bits are cleared (`~`), on ARM it has the remaining ones."""
    if not has_aes_instructions(cpu):
        return None
    found = _WORD.search(cpu)
    assert found is not None
    if found[1] == _X86_VARIABLE:
        first, second = _AES_NI | _CARRYLESS_MULTIPLY, _VECTOR_AES | _VECTOR_MULTIPLY
        return {_X86_VARIABLE: f"~{first:#x}:~{second:#x}"}
    return {_ARM_VARIABLE: f"{int(found[2], 16) & ~(_ARM_AES | _ARM_MULTIPLY):#x}"}


def gain_sentence(
    provider: str, name: str, block: int, with_them: float, without_them: float
) -> Message:
    """A sentence on what AES instructions gain; speeds in bytes per second, blocks of `block`
    bytes."""
    return phrase(
        "With {provider}, AES instructions make {cipher} {times} times as fast in blocks of "
        "{block} bytes: {on} with them, {off} without.",
        provider=provider,
        cipher=name,
        times=significant(with_them / without_them, 2),
        block=Number(block),
        on=speed_words(with_them),
        off=speed_words(without_them),
    )


def speed_words(bytes_per_second: float) -> Number:
    """A speed in MB/s, with three digits."""
    return significant(bytes_per_second / 1e6, 3, "MB/s")


UNKNOWN_INSTRUCTIONS = phrase(
    "This OpenSSL does not report the processor's features (it has no line CPUINFO), so AES "
    "instructions cannot be turned off."
)

NO_INSTRUCTIONS = phrase(
    "OpenSSL finds no AES instructions on this processor, so there are none to turn off."
)


BYTES, BITS = "bytes", "bits"
AES_OFF = "bytes, AES off"
"""Names of cases: what their size counts, and whether AES instructions are off."""

RSA_PROTECTIONS: Mapping[str, tuple[str, ...]] = {
    "rsa-signature": ("sign", "verify"),
    "rsa-encryption": ("encrypt", "decrypt"),
}
"""Two protections: `openssl speed` before 3.2 measures signatures only."""

_CIPHERS = (
    *(f"aes-{bits}-{mode}" for mode in ("ecb", "cbc", "ctr", "gcm") for bits in (128, 192, 256)),
    "chacha20-poly1305",
)
_USUAL_BASELINE = "aes-128-cbc"
_AES_BLOCK = 16


@dataclass(frozen=True)
class CipherSpeedParameters(Parameters):
    """`seconds` are for each block size of a cipher, `rsa_seconds` for each operation of RSA;
    `openssl speed` takes whole ones."""

    name: str = "cipher_speed"
    providers: tuple[str, ...] = parameter((OPENSSL, CRYPTOGRAPHY), shown=PROVIDERS)
    ciphers: tuple[str, ...] = parameter(_CIPHERS, shown=Shown(phrase("Ciphers"), offers=_CIPHERS))
    block_bytes: tuple[int, ...] = parameter(_STUDY_BLOCKS, most=1 << 20, shown=BLOCKS)
    rsa_bits: tuple[int, ...] = parameter(_STUDY_BITS, most=15360, shown=RSA_BITS)
    seconds: float = parameter(3.0, least=1, most=60, shown=SECONDS)
    rsa_seconds: float = parameter(10.0, least=1, most=60, shown=RSA_SECONDS)
    blocks_without_instructions: tuple[int, ...] = parameter(
        _STUDY_BLOCKS, most=1 << 20, shown=WITHOUT_INSTRUCTIONS
    )
    """Block sizes at which AES is also measured without the processor's instructions for it."""


class CipherSpeed(BareWorkload[CipherSpeedParameters]):
    """Raw ciphers by `openssl speed` and by the library `cryptography`."""

    name = "cipher_speed"
    title = phrase("Raw ciphers, no database")
    axis = phrase("Block or key")
    parameters = CipherSpeedParameters
    measures = (BYTES_PER_SECOND, OPERATIONS_PER_SECOND)

    def __init__(self) -> None:
        self._rsa_speed = openssl.RsaSpeed()

    def cases(self, parameters: CipherSpeedParameters) -> tuple[Case, ...]:
        return tuple(dict.fromkeys(case for _, case in self.measured_pairs(parameters)))

    def case_label(self, case: Case) -> Message:
        return _LABELS.get(case.name, _LABELS[BYTES]).with_values(size=Number(case.size))

    def operations(
        self, parameters: CipherSpeedParameters, case: Case, protection: Protection
    ) -> tuple[str, ...]:
        if protection.algorithm == "rsa":
            return RSA_PROTECTIONS[f"rsa-{protection.mode}"]
        return operations_of(_cipher_of(protection))

    def faults(self, parameters: CipherSpeedParameters) -> Iterator[Message]:
        yield from _name_faults(parameters)
        yield from _number_faults(parameters)

    def why_not(
        self, parameters: CipherSpeedParameters, case: Case, protection: Protection, engine: str
    ) -> Message:
        if engine == OPENSSL and (missing := _why_no_openssl()):
            return missing
        if protection.algorithm == "rsa":
            return _why_not_rsa(engine, case.size, protection.mode or "")
        if case.name == AES_OFF:
            return _why_not_aes_off()
        return NOTHING

    def headline_group(self, case: Case) -> str | None:
        """Each block size by itself: the call dominates in short blocks, the bytes in long ones.
        Cases without AES instructions are left out, since nobody uses ciphers that way."""
        return None if case.name == AES_OFF else str(self.case_label(case))

    def remarks(self, readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
        """What AES instructions gain with each provider, in the longest blocks of its first
        cipher."""
        known = {
            (each.server, each.protection, each.case.size, each.case.name): each.mean
            for each in readings
            if (each.operation, each.measure) == (ENCRYPTION, BYTES_PER_SECOND.name)
        }
        for server in dict.fromkeys(each.server for each in readings):
            both = [
                (name, block)
                for by, name, block, case in known
                if by == server and case == AES_OFF and (by, name, block, BYTES) in known
            ]
            if not both:
                continue
            name, block = max(both, key=lambda each: each[1])
            on, off = (known[server, name, block, case] for case in (BYTES, AES_OFF))
            yield gain_sentence(server, name, block, on, off)

    def providers(self, parameters: CipherSpeedParameters) -> tuple[Provider, ...]:
        if parameters.providers == (OPENSSL,):
            openssl.openssl_program()  # raises if it is missing, the only provider
        return tuple(_PROVIDERS[name]() for name in parameters.providers)

    def measured_pairs(
        self, parameters: CipherSpeedParameters
    ) -> tuple[tuple[Protection, Case], ...]:
        return (*_cipher_pairs(parameters), *_rsa_pairs(parameters))

    def baseline(self, parameters: CipherSpeedParameters) -> str:
        """The study's first cipher, or the plan's first."""
        known = (*parameters.ciphers, *(RSA_PROTECTIONS if parameters.rsa_bits else ()))
        return _USUAL_BASELINE if _USUAL_BASELINE in known else known[0]

    def seconds(self, options: Options[CipherSpeedParameters], protection: Protection) -> float:
        parameters = options.parameters
        operations = self.operations(parameters, options.case, protection)
        if protection.algorithm != "rsa":
            return parameters.seconds * len(operations)
        return parameters.rsa_seconds * (
            len(operations) + _preceding_operations(parameters, operations[0])
        )

    def prepare(
        self,
        options: Options[CipherSpeedParameters],
        provider: str,
        protection: Protection,
        operation: str,
        progress: Callable[[float], None],
    ) -> None:
        """Let `openssl speed` finish the RSA operations that it always measures before this one."""
        if provider == OPENSSL and protection.algorithm == "rsa":
            seconds = options.parameters.rsa_seconds
            self._rsa_speed.skip_to(options.case.size, operation, seconds, progress)

    def perform(
        self,
        options: Options[CipherSpeedParameters],
        provider: str,
        protection: Protection,
        operation: str,
        progress: Callable[[float], None],
    ) -> BareResult:
        """`units` are blocks or operations, `seconds` of CPU time."""
        if protection.algorithm == "rsa":
            speed = self._rsa(options, provider, operation, progress)
            return _result(speed, OPERATIONS_PER_SECOND, 1)
        speed = _cipher(options, provider, _cipher_of(protection), operation, progress)
        return _result(speed, BYTES_PER_SECOND, options.case.size)

    def _rsa(
        self,
        options: Options[CipherSpeedParameters],
        provider: str,
        operation: str,
        progress: Callable[[float], None],
    ) -> Throughput:
        bits, seconds = options.case.size, options.parameters.rsa_seconds
        if provider == CRYPTOGRAPHY:
            return rsa_speed(bits, operation, seconds, progress)
        speed = self._rsa_speed.speed(bits, operation, seconds, progress)
        if any(operation == each[-1] for each in RSA_PROTECTIONS.values()):
            self._rsa_speed.close()
        return speed


_LABELS = {
    BYTES: phrase("{size} bytes"),
    BITS: phrase("{size} bits"),
    AES_OFF: phrase("{size} bytes, AES off"),
}


def _result(speed: Throughput, measure: Measure, weight: int) -> BareResult:
    return BareResult(speed.seconds, speed.units, {measure.name: speed.per_second * weight})


def _cipher(
    options: Options[CipherSpeedParameters],
    provider: str,
    cipher: Cipher,
    operation: str,
    progress: Callable[[float], None],
) -> Throughput:
    block, seconds = options.case.size, options.parameters.seconds
    environment = _aes_off_environment() if options.case.name == AES_OFF else {}
    if provider == OPENSSL:
        return openssl.cipher_speed(cipher, operation, block, seconds, progress, environment)
    if environment:
        return cipher_speed_in_fresh_process(
            cipher, operation, block, seconds, progress, environment
        )
    return loop.cipher_speed(cipher, operation, block, seconds, progress)


def _cipher_of(protection: Protection) -> Cipher:
    """The cipher of a protection, by its fields and not by its name: the control has another
    one."""
    return Cipher(protection.algorithm or "", protection.bits or 0, protection.mode or "")


def _cipher_pairs(parameters: CipherSpeedParameters) -> Iterator[tuple[Protection, Case]]:
    for name in parameters.ciphers:
        cipher = cipher_named(name)
        protection = Protection(
            name, ProtectionKind.CIPHER, cipher.algorithm, cipher.bits, cipher.mode
        )
        yield from ((protection, Case(block, BYTES)) for block in parameters.block_bytes)
        if cipher.algorithm == "aes":
            without = parameters.blocks_without_instructions
            yield from ((protection, Case(block, AES_OFF)) for block in without)


def _rsa_pairs(parameters: CipherSpeedParameters) -> Iterator[tuple[Protection, Case]]:
    for bits in parameters.rsa_bits:
        for name in RSA_PROTECTIONS:
            mode = name.removeprefix("rsa-")
            yield Protection(name, ProtectionKind.CIPHER, "rsa", mode=mode), Case(bits, BITS)


def _why_not_rsa(provider: str, bits: int, mode: str) -> Message:
    if provider == CRYPTOGRAPHY:
        message = why_no_rsa_key(bits)
        return (
            phrase("cryptography does not accept this key length: {words}", words=message)
            if message
            else NOTHING
        )
    return openssl.openssl_program().why_not_rsa(RSA_PROTECTIONS[f"rsa-{mode}"][0])


def _preceding_operations(parameters: CipherSpeedParameters, operation: str) -> float:
    """How many RSA operations `openssl speed` measures before this one, averaged over providers."""
    if OPENSSL not in parameters.providers or _why_no_openssl():
        return 0.0
    return openssl.openssl_program().skipped_rsa_operations(operation) / len(parameters.providers)


def _why_no_openssl() -> Message:
    try:
        openssl.openssl_program()
    except CipherbenchError as error:
        return error.advice
    return NOTHING


def _why_not_aes_off() -> Message:
    try:
        cpu = openssl.openssl_program().cpu
    except CipherbenchError:
        return _NOBODY_TO_ASK
    if (found := has_aes_instructions(cpu)) is None:
        return UNKNOWN_INSTRUCTIONS
    return NOTHING if found else NO_INSTRUCTIONS


_NOBODY_TO_ASK = phrase(
    "AES instructions can be turned off only if the program “openssl” is usable, also for the "
    "library cryptography. It is not usable here."
)


def _aes_off_environment() -> Mapping[str, str]:
    """The environment without AES instructions; empty where there are none.

    Raises: CipherbenchError where there is no openssl to ask
    """
    return without_aes_instructions(openssl.openssl_program().cpu) or {}


def _openssl_provider() -> Provider:
    """The program, or why it is missing."""
    try:
        program = openssl.openssl_program()
    except CipherbenchError as error:
        return Provider(OPENSSL, "", missing=error.messages[1])
    return Provider(OPENSSL, program.version, {**program.settings, **_instructions(program.cpu)})


@cache
def _cryptography_provider() -> Provider:
    version = f"{cryptography.__version__}, {loop.openssl_version()}"
    return Provider(CRYPTOGRAPHY, version, {"OpenSSL": loop.openssl_version()})


def _instructions(cpu: str) -> Mapping[str, str]:
    found = has_aes_instructions(cpu)
    return {} if found is None else {"AES instructions": "used" if found else "none"}


_PROVIDERS: Mapping[str, Callable[[], Provider]] = {
    OPENSSL: _openssl_provider,
    CRYPTOGRAPHY: _cryptography_provider,
}


def _name_faults(parameters: CipherSpeedParameters) -> Iterator[Message]:
    if not parameters.providers:
        yield phrase("workload providers are empty")
    for name in parameters.providers:
        if name not in _PROVIDERS:
            yield phrase(
                "unknown provider “{name}” (known: {known})",
                name=name,
                known=", ".join(_PROVIDERS),
            )
    for name in parameters.ciphers:
        try:
            cipher_named(name)
        except KeyError:
            yield phrase("unknown cipher “{name}”", name=name)
    if not (parameters.ciphers or parameters.rsa_bits):
        yield phrase("it names neither a cipher nor an RSA key length")
    lists = (
        *(parameters.providers, parameters.ciphers, parameters.block_bytes, parameters.rsa_bits),
        parameters.blocks_without_instructions,
    )
    if any(len(set(each)) != len(each) for each in lists):
        yield phrase("a provider, cipher, block size or key length is named twice")


def _number_faults(parameters: CipherSpeedParameters) -> Iterator[Message]:
    if parameters.ciphers and not parameters.block_bytes:
        yield phrase("workload block_bytes are empty")
    for block in {*parameters.block_bytes, *parameters.blocks_without_instructions}:
        if block < _AES_BLOCK or block % _AES_BLOCK:
            yield phrase("block size {block} is not a multiple of 16 bytes", block=block)
    for bits in parameters.rsa_bits:
        if bits not in key_lengths():
            yield phrase(
                "RSA keys of {bits} bits are not supported (supported: {known})",
                bits=bits,
                known=", ".join(map(str, key_lengths())),
            )
    whole = parameters.seconds.is_integer() and parameters.rsa_seconds.is_integer()
    if OPENSSL in parameters.providers and not whole:
        yield phrase("openssl speed takes whole seconds")
