"""MariaDB: Connector/Python 2.0 with a binary cursor, sealed by AES_ENCRYPT."""

import os

from engines.contract.facts import EngineFacts

# The driver imports NumPy where it is installed, whose OpenBLAS would start a thread per core that
# spins beside the server for a while. Nothing here multiplies matrices.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

FACTS = EngineFacts(default_mode="ecb", drivers=("mariadb", "mariadb-binary"), grammar="mysql")
