"""Names somebody enters to make a document do something, or to spoil the page of others."""

from random import Random

# Each is an instruction to the typesetter, if anybody reads it as one. `SECRET` is a file there.
MARKUP = (
    '#read("SECRET")',
    '#import "SECRET": *',
    '#include "SECRET"',
    '#import "@preview/cetz:0.3.0": *',
    '#image("SECRET")',
    "#json(bytes(sys.inputs.data))",
    '#eval("1+1")',
    "#sys.version",
    "#panic()",
    "#while true {}",
    "#let f() = f(); #f()",
    '#link("http://evil.example")[x]',
    "http://evil.example/a",
    "mailto:a@evil.example",
    "$ sum_(i=0)^n $",
    "$x^2",
    "*bold* _it_ `raw` ```rust fn```",
    "= Heading",
    "- item + item / term: x",
    "<label> @label",
    "// comment /* */",
    "\\ \\u{1f600} \\#",
    "]#[](){}",
    "#]",
    '"); #read("SECRET") //',
    "'+alert(1)+'",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "%PDF-1.7 /JavaScript (app.alert(1))",
    ") Tj /AA << /O << /S /JavaScript >> >> (",
    "=cmd|' /C calc'!A0",
    "{{7*7}} ${7*7} %s %n {0.__class__}",
)
STRANGE = (
    *(
        "\x00",
        "\x07\x1b[31m",
        "\x7f\x85",
        "\u202eevil",
        "\u2066\u2067x",
        "a\u200fb",
        "\ufeff",
        "\ufffe",
    ),
    *("\u0000name", "tab\there", "line\nbreak", "line\r\nbreak", "\u2028x\u2029", "\U000e0001tag"),
    *("😀👩‍👩‍👧‍👦🏳️‍🌈", "Ж" * 30, "名前テスト", "שלום עולם", "مرحبا بالعالم", "ไทย", "é" * 20),
    *("Z̷̢̛͉̈́a̶̧l̵g̴o̶" * 5, "ﷺ" * 10, "W" * 200, "i" * 5000, "x " * 500, "\u00ad" * 50, "A-" * 90),
    *("\ud800", "\udfff\ud800", "\uf8ff", "\U0010fffd", "", " ", "\u00a0", "-", "'", '"', "\\"),
)


def names(count: int) -> list[str]:
    """As many as wanted: every one of ours, then pieces of them put together by chance."""
    chance, ours = Random("hostile"), [*MARKUP, *STRANGE]
    while len(ours) < count:
        pieces = chance.sample([*MARKUP, *STRANGE], 2)
        cut = chance.randrange(1, 40)
        ours.append(pieces[0][:cut] + chance.choice(["", " ", "\n", "#", "]"]) + pieces[1][:cut])
    return ours[:count]
