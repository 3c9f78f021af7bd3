"""What each command is called with, for its help and for the manual page."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """Words behind `cipherbench`, and what they do."""

    words: str
    does: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "archive": (
        Example("archive study-001 -o study.zip", "everything of it, for another machine"),
    ),
    "campaigns": (
        Example("campaigns", "all of them, newest first"),
        Example("campaigns postgresql failed --tag client-a", "those that have all of that"),
    ),
    "charts": (Example("charts study-001 -o charts --format pdf", "a PDF for each chart"),),
    "check": (
        Example("check", "your own results store"),
        Example("check old.sqlite --json", "another one, for a program"),
    ),
    "compare": (
        Example("compare study-001", "every cell with its cost and verdict"),
        Example("compare 3 7", "what changed from campaign 3 to campaign 7"),
        Example("compare study-001 --rows server --columns operation --csv", "laid out anew"),
    ),
    "completion": (
        Example("completion bash >> ~/.bash_completion", "for every new Bash"),
        Example("completion fish > ~/.config/fish/completions/cipherbench.fish", "for Fish"),
    ),
    "cost": (Example("cost rosa2023_times.csv", "the table of the study, from its times"),),
    "delete": (Example("delete 3", "asks first; --yes does not"),),
    "desktop": (
        Example("desktop --install", "into the menu, with icon, file types and manual page"),
        Example("desktop --remove", "takes away what --install wrote"),
    ),
    "engines": (Example("engines --json", "what each server can do, for a program"),),
    "evidence": (Example("evidence study-001", "where a marker was found in files, logs, memory"),),
    "export": (
        Example("export study-001 --format pdf -o report.pdf --client Acme", "a report"),
        Example("export 3 --format xlsx -o figures.xlsx", "a workbook"),
    ),
    "export-k6": (Example("export-k6 study-001 -o load.js", "then: k6 run load.js"),),
    "home": (
        Example("home", "every folder with its size, and how to remove it"),
        Example("home --json", "the same for a program"),
    ),
    "import": (Example("import study.zip", "an archive of another machine"),),
    "note": (Example('note 3 "after the new disk"', "kept beside its results"),),
    "open": (Example("open my-plan.toml", "on the page Campaign"),),
    "pattern": (
        Example("pattern --list", "the pictures that ship"),
        Example("pattern logo --server postgresql --mode ecb -o ecb.png", "one picture under ECB"),
        Example("pattern --server postgresql --column estado.nome --mode ecb", "a column instead"),
    ),
    "plan": (Example("plan 3 > again.toml", "to be changed, then: cipherbench run again.toml"),),
    "put-away": (Example("put-away 3", "out of the list; --back has it in again"),),
    "rename": (Example('rename 3 "before the upgrade"', "its plan keeps the name"),),
    "resume": (
        Example("resume study-001", "at its first unfinished run"),
        Example("resume study-001 --more 4", "four more repetitions of every cell"),
    ),
    "run": (
        Example("run demo", "about a minute; a plan that ships"),
        Example("run my-plan.toml --store mine.sqlite", "a plan of yours, into a store of its own"),
    ),
    "screenshots": (Example("screenshots pictures --only start", "the first page alone"),),
    "serve-api": (Example("serve-api study-001", "prints address and token for k6"),),
    "studies": (
        Example("studies", "the list"),
        Example("studies rosa-2023", "one study with all its figures"),
    ),
    "tag": (Example("tag 3 client-a before", "two tags"),),
}
"""By the name of the command."""
