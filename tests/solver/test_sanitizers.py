"""The kernel under AddressSanitizer and UndefinedBehaviorSanitizer: no request makes it slip."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from stolik.solver import kernel
from tests.solver import positions

KERNEL = Path(kernel.__file__).with_name("kernel.c")
DRIVER = Path(__file__).with_name("sanitizer_driver.c")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> Path:
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        pytest.skip("no system compiler, and the wheel's has no sanitizer libraries")
    program = tmp_path_factory.mktemp("sanitizers") / "driver"
    flags = ["-O2", "-g", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    command = [compiler, *flags, *SANITIZERS, "-o", program, DRIVER, KERNEL]
    subprocess.run(command, check=True)
    return program


def run(driver: Path, requests: Path, count: int) -> tuple[int, int]:
    # The leak check traces the process, which closed machines forbid.
    leaks = os.environ.get("ASAN_OPTIONS", "detect_leaks=0")
    result = subprocess.run(
        [driver, requests, str(count)],
        env={**os.environ, "ASAN_OPTIONS": leaks},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    answered, _, refused, _ = result.stdout.split()
    return int(answered), int(refused)


def request_file(path: Path) -> Path:
    with path.open("wb") as file:
        for request, _ in positions.known():
            table, rack = kernel.encoded(*request)
            file.write(bytes([len(table), len(rack)]) + table + rack)
    return path


@pytest.mark.full
def test_a_million_requests_find_nothing(driver, tmp_path):
    answered, refused = run(driver, request_file(tmp_path / "known"), 1_000_000)
    assert answered > 500_000
    assert refused > 100_000
