"""Tables of a campaign for a paper: LaTeX with booktabs, to be read by \\input."""

from __future__ import annotations

from collections.abc import Sequence

from app.report.figures.campaign_report import CampaignReport
from app.report.tables.cost_tables import cost_table, verdicts_table
from app.report.tables.measured_tables import load_table, times_table
from app.report.tables.text_table import TextTable
from app.system.escaping import latex_text

_HEAD = """\
% Tables of a campaign of Cipherbench. Take this file in by \\input; its preamble needs
%   \\usepackage{booktabs}
%   \\usepackage{longtable}
% and with pdfLaTeX \\usepackage[T1]{fontenc}.
"""


def latex(report: CampaignReport) -> str:
    """Times, costs and verdicts; tables without lines are omitted."""
    name = report.summary.name
    tables = (
        ("times", f"{name}: mean ± standard deviation, cost over {report.over}", times_table),
        ("latency", f"{name}: milliseconds under load, and requests", load_table),
        ("cost", f"{name}: cost of each protection, with its 95 % interval", cost_table),
        ("verdicts", f"{name}: cost and verdict of each operation", verdicts_table),
    )
    parts = [
        _table(label, caption, table)
        for label, caption, table_of in tables
        for table in (table_of(report),)
        if table.lines
    ]
    return "\n".join((_HEAD, *parts))


def _table(label: str, caption: str, table: TextTable) -> str:
    width = len(table.head)
    aligned = "".join("r" if at in table.right else "l" for at in range(width))
    head = _row([f"\\textbf{{{latex_text(each)}}}" for each in table.head])
    rows = [_row([latex_text(each) for each in line]) for line in table.lines]
    return "\n".join(
        (
            "\\begingroup\\footnotesize\\setlength{\\tabcolsep}{4pt}\\setlength{\\LTcapwidth}{\\linewidth}",
            f"\\begin{{longtable}}{{@{{}}{aligned}@{{}}}}",
            f"\\caption{{{latex_text(caption)}}}\\label{{tab:cipherbench-{label}}}\\\\",
            "\\toprule",
            head,
            "\\midrule\\endhead",
            "\\bottomrule\\endfoot",
            *rows,
            "\\end{longtable}",
            "\\endgroup",
            "",
        )
    )


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + " \\\\"
