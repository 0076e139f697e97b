"""./caderneta on machines that lie: a PATH with only what a test puts there.

The script runs in a folder of its own, with a lock of one small library and a
stand-in for the server that says which library it sees.
"""

import os
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock")
TOOLS = ("bash", "cat", "cmp", "cp", "dirname", "env", "readlink", "rm")
SENTENCE = re.compile(r"caderneta: Python 3\.11 to 3\.14 with venv is missing: .+ start again\.\n")
# What a venv needs to count as made, without the seconds pip would take.
FAKE_UV = """#!{bash}
echo "$*" >>{log}
[ "$1" != venv ] || {{ {mkdir} -p .venv/bin && {ln} -sf {python} .venv/bin/python; }}
"""
FAKE_APT = """#!{bash}
echo "$*" >>{log}
case "$*" in *install*) {ln} -sf {python} {bin}/python3 ;; esac
"""


class Machine:
    def __init__(self, folder: Path) -> None:
        self.project, self.bin, self.log = folder / "project", folder / "bin", folder / "log"
        self.project.mkdir()
        self.bin.mkdir()
        for tool in TOOLS:
            self.link(tool, shutil.which(tool))
        shutil.copy(ROOT / "caderneta", self.project)
        (self.project / "config").mkdir()
        (self.project / "config" / "serve.py").write_text("print('served')\n")
        self.lock("segno")
        self.says("id", "echo 1000")

    def link(self, name: str, target: str) -> None:
        (self.bin / name).symlink_to(target)

    def says(self, name: str, body: str) -> None:
        self.program(name, f"#!{shutil.which('bash')}\n{body}\n")

    def program(self, name: str, text: str) -> None:
        path = self.bin / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def fake(self, name: str, text: str) -> None:
        """An installer that writes down what it was asked for."""
        tools = {tool: shutil.which(tool) for tool in ("bash", "mkdir", "ln")}
        python = sys._base_executable
        self.program(name, text.format(log=self.log, bin=self.bin, python=python, **tools))

    def lock(self, library: str) -> None:
        entry = re.search(rf"^{library}==.*\n(?: .*\n)+", (ROOT / LOCKS[0]).read_text(), re.M)
        (self.project / LOCKS[0]).write_text(entry[0])

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "UV_", "SSL_"))}
        return subprocess.run(
            [self.project / "caderneta", *arguments],
            env={**kept, "PATH": str(self.bin)},
            capture_output=True,
            text=True,
        )

    def asked(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_python_alone_is_enough_and_the_second_start_installs_nothing(machine: Machine) -> None:
    machine.link("python3", sys._base_executable)

    first = machine.run("run")
    shutil.rmtree(next(machine.project.glob(".venv/lib/*/site-packages/pip")))
    begin = time.monotonic()
    second = machine.run("run")

    assert (first.stdout, first.returncode) == ("served\n", 0), first.stderr
    assert next(machine.project.glob(".venv/lib/*/site-packages/segno"))
    assert (second.stdout, second.stderr) == ("served\n", "")
    assert time.monotonic() - begin < 1


def test_library_with_another_hash_is_refused(machine: Machine) -> None:
    machine.link("python3", sys._base_executable)
    lock = machine.project / "requirements.lock"
    lock.write_text(re.sub(r"sha256:\w{8}", "sha256:00000000", lock.read_text()))

    result = machine.run("run")

    assert result.returncode != 0
    assert "served" not in result.stdout
    assert not (machine.project / ".venv" / "requirements.lock").exists()


@pytest.mark.parametrize("python", ["", "exit 1"], ids=["no Python", "no venv"])
def test_without_venv_and_root_one_sentence_says_what_to_do(machine: Machine, python: str) -> None:
    if python:
        machine.says("python3", python)

    result = machine.run("run")

    assert result.returncode == 1
    assert result.stdout == ""
    assert SENTENCE.fullmatch(result.stderr)


def test_root_gets_venv_from_apt(machine: Machine) -> None:
    machine.says("id", "echo 0")
    machine.fake("apt-get", FAKE_APT)

    result = machine.run("run")

    assert result.stdout == "served\n", result.stderr
    assert machine.asked() == [
        "-qq update",
        "-qq -y --no-install-recommends install python3-venv",
    ]


def test_uv_installs_with_hashes_and_only_when_the_lock_changed(machine: Machine) -> None:
    machine.fake("uv", FAKE_UV)
    install = "pip install -q --python .venv --require-hashes -r requirements.lock"

    for _ in range(2):
        assert machine.run("run").stdout == "served\n"
    machine.lock("whitenoise")
    assert machine.run("run").stdout == "served\n"

    assert machine.asked() == ["venv -q --python >=3.11,<3.15 .venv", install, install]


def test_half_made_venv_is_made_anew(machine: Machine) -> None:
    machine.fake("uv", FAKE_UV)
    (machine.project / ".venv" / "bin").mkdir(parents=True)
    (machine.project / ".venv" / "bin" / "python").symlink_to(sys._base_executable)

    assert machine.run("run").stdout == "served\n"

    assert machine.asked()[0].startswith("venv ")


def test_unknown_command_shows_the_commands(machine: Machine) -> None:
    result = machine.run("walk")

    assert result.returncode == 2
    assert "./caderneta run" in result.stderr


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_no_host(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()

    assert [line for line in lines if "//" in line or line.startswith(("-", "#"))] == []


def test_both_locks_agree() -> None:
    pins = [set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.M)) for name in LOCKS]

    assert pins[0] < pins[1]
