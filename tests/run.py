"""All checks, the quick ones first; the first that fails ends the run.

With arguments: pytest alone, with these.
"""

import os
import signal
import subprocess
import sys
import tempfile

from tests.machine import VARIABLES, private_cluster

PRODUCTION = {"PUBLIC_URL": "https://cards.example.org", "PROXY_COUNT": "1"}
IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
CHECKS = {
    "Style": ["-m", "ruff", "check", "."],
    "Format": ["-m", "ruff", "format", "--check", "."],
    "Types": ["-m", "mypy"],
    "Imports": ["-c", IMPORTS, "--cache-dir", ".cache/imports"],
    "Migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
    "Production settings": ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}
SUITE = ["-m", "pytest", "-n", "3", "--dist", "worksteal"]
# What reads and writes; how words are escaped, and who is sent where, is the same on any database.
STORING = [
    "tests/config",
    "tests/players",
    "tests/scoring",
    "tests/soak",
    "tests/stats",
    "tests/test_pages.py",
    "--ignore=tests/players/test_redirects.py",
    "--ignore=tests/scoring/test_views_words.py",
    "--ignore=tests/scoring/test_words_of_groups.py",
]


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="caderneta-test-") as data:
        # What the shell of a developer says about their own server is not for the tests.
        for name in VARIABLES:
            os.environ.pop(name, None)
        os.environ["CADERNETA_DATA"] = data
        if arguments := sys.argv[1:]:
            sys.exit(python("-m", "pytest", *arguments[arguments[0] == "--" :]))
        for title, command in CHECKS.items():
            step(title, command, **(PRODUCTION if title.startswith("Production") else {}))
        step("Tests on SQLite, with the browser", SUITE)
        with private_cluster() as url:
            step("Tests on PostgreSQL", [*SUITE, "-m", "not browser", *STORING], DATABASE_URL=url)


def step(title: str, command: list[str], **environment: str) -> None:
    print(f"\n── {title}", flush=True)
    if code := python(*command, **environment):
        sys.exit(f"caderneta: “{title}” failed.\n" if code > 0 else 1)


def python(*command: str, **environment: str) -> int:
    return subprocess.run([sys.executable, *command], env={**os.environ, **environment}).returncode


if __name__ == "__main__":
    main()
