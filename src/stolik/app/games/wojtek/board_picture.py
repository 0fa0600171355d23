"""A board drawn from its file: an SVG with the route, coloured and shaped fields, and a legend."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from xml.sax.saxutils import escape, quoteattr

from stolik.app.codes import Phrase
from stolik.app.texts import text
from stolik.wojtek.board import Board
from stolik.wojtek.edition import BoardColour, Field, Start
from stolik.wojtek.switches import Shape

Point = tuple[float, float]

MARGIN = 100
LEGEND_HEIGHT = 190
FIELD_RADIUS = 21
CITY_RADIUS = 27
_INK = "#3b2f26"
_STYLE = f"""
text {{ font-family: 'Noto Sans', 'DejaVu Sans', sans-serif; fill: {_INK}; }}
.name {{ font-size: 15px; paint-order: stroke; stroke: #fbf5e6; stroke-width: 4px;
  stroke-linejoin: round; }}
.city {{ font-weight: 700; font-size: 17px; }}
.number {{ font-size: 11px; fill: #fff; font-weight: 700; paint-order: stroke;
  stroke: rgba(40, 30, 20, 0.55); stroke-width: 2px; }}
.title {{ font-size: 30px; font-weight: 700; }}
.note {{ font-size: 15px; }}
.head {{ font-size: 16px; font-weight: 700; }}
"""


def picture_of(board: Board, lang: str) -> str:
    """The whole board as one SVG document."""
    spots = [(p.x, p.y) for p in board.starts] + [(p.x, p.y) for p in board.fields]
    width = max(board.goal.x, *(x for x, _ in spots)) + MARGIN
    height = max(board.goal.y, *(y for _, y in spots)) + MARGIN
    total = height + LEGEND_HEIGHT
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" role="img" '
        f"aria-label={quoteattr(board.title)}>",
        f"<title>{escape(board.title)}</title>",
        f"<style>{_STYLE}</style>",
        _background(width, total),
        *_route(board),
        *_starts(board),
        *_fields(board, width),
        _goal(board),
        *_legend(board, lang, width, height),
        "</svg>\n",
    )
    return "\n".join(parts)


def _background(width: int, total: int) -> str:
    return (
        '<defs><radialGradient id="paper" cx="50%" cy="40%" r="80%">'
        '<stop offset="0" stop-color="#fdf8ea"/><stop offset="1" stop-color="#ead9b5"/>'
        "</radialGradient></defs>"
        f'<rect width="{width}" height="{total}" rx="28" fill="url(#paper)"/>'
        f'<rect x="14" y="14" width="{width - 28}" height="{total - 28}" rx="20" fill="none" '
        'stroke="#b08d57" stroke-width="3"/>'
    )


def _route(board: Board) -> Iterator[str]:
    """The road under the fields: a smooth curve through all of them to Edynburg."""
    points = [_at(board.field_at[p]) for p in sorted(board.field_at)]
    points.append((board.goal.x, board.goal.y))
    curve = _curve(points)
    first = points[0]
    for start in board.starts:
        yield (
            f'<path d="M{start.x} {start.y} Q{(start.x + first[0]) / 2:.0f} '
            f'{(start.y + first[1]) / 2 + 20:.0f} {first[0]} {first[1]}" fill="none" '
            'stroke="#c9ad7c" stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>'
        )
    for width, colour in ((30, "#d9bf8f"), (22, "#f6ead0")):
        yield (
            f'<path d="{curve}" fill="none" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _curve(points: Sequence[Point]) -> str:
    """Catmull and Rom's curve as Bézier pieces."""
    ends = [points[0], *points, points[-1]]
    pieces = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        one = tuple(h + (t - b) / 6 for b, h, t in zip(before, here, there, strict=True))
        two = tuple(t - (a - h) / 6 for h, t, a in zip(here, there, after, strict=True))
        numbers = " ".join(f"{value:.1f}" for value in (*one, *two, *there))
        pieces.append(f"C{numbers}")
    return " ".join(pieces)


def _starts(board: Board) -> Iterator[str]:
    for number, start in enumerate(board.starts, start=1):
        x, y = start.x, start.y
        yield f'<g class="start" data-start="{number}">'
        yield (
            f'<rect x="{x - 28}" y="{y - 28}" width="56" height="56" rx="14" fill="#fffaf0" '
            f'stroke="{_INK}" stroke-width="2.5"/>'
        )
        yield _sign(_colour(board, start), (x, y), 19)
        yield f'<text class="number" x="{x}" y="{y + 4}" text-anchor="middle">{number}</text>'
        for i, word in enumerate(_two_lines(start.name)):
            yield (
                f'<text class="name" x="{x}" y="{y + 46 + 16 * i}" text-anchor="middle">'
                f"{escape(word)}</text>"
            )
        yield "</g>"


def _fields(board: Board, width: int) -> Iterator[str]:
    order = [board.field_at[p] for p in sorted(board.field_at)]
    goal = (float(board.goal.x), float(board.goal.y))
    spots = [_at(field) for field in order] + [goal]
    for i, field in enumerate(order):
        before = spots[i - 1] if i else spots[i]
        # Names stand beside the road, on one side and then on the other.
        dx, dy = _beside(before, spots[i + 1], side=1 if i % 2 else -1)
        ends = field.x + dx * 30 + (9 * len(field.name) if dx > 0 else -9 * len(field.name))
        outside = abs(dx) >= 0.45 and not 30 < ends < width - 30
        yield _field(board, field, (-dx, -dy) if outside else (dx, dy))


def _field(board: Board, field: Field, beside: Point) -> str:
    x, y = field.x, field.y
    radius = CITY_RADIUS if field.city else FIELD_RADIUS
    edge = ("#c8962e", 6) if field.city else (_INK, 2)
    dx, dy = beside
    reach = radius + 9
    anchor = "middle" if abs(dx) < 0.45 else ("start" if dx > 0 else "end")
    tx, ty = x + dx * reach, y + dy * (reach + (9 if abs(dx) < 0.45 else 0)) + 5
    kind = "name city" if field.city else "name"
    return (
        f'<g class="field" data-position="{field.position}" data-colour={quoteattr(field.colour)}>'
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#fffaf0" stroke="{edge[0]}" '
        f'stroke-width="{edge[1]}"/>'
        f"{_sign(_colour(board, field), (x, y), radius - 5)}"
        f'<text class="number" x="{x}" y="{y + 4}" text-anchor="middle">{field.position}</text>'
        f'<text class="{kind}" x="{tx:.0f}" y="{ty:.0f}" text-anchor="{anchor}">'
        f"{escape(field.name)}</text></g>"
    )


def _goal(board: Board) -> str:
    x, y = board.goal.x, board.goal.y
    rays = " ".join(f"{px:.1f},{py:.1f}" for px, py in _star((x, y), 62, 46, 16))
    towers = "".join(
        f'<rect x="{x + dx}" y="{y - h}" width="14" height="{h + 16}" fill="#7a6a58"/>'
        f'<path d="M{x + dx - 2} {y - h} l9 -14 l9 14 z" fill="#a33b2b"/>'
        for dx, h in ((-30, 6), (-7, 18), (16, 6))
    )
    return (
        f'<g class="goal"><polygon points="{rays}" fill="#f2c14e" stroke="#b07d1e" '
        f'stroke-width="3"/><circle cx="{x}" cy="{y}" r="44" fill="#fffaf0"/>{towers}'
        f'<rect x="{x - 36}" y="{y + 12}" width="72" height="8" fill="#5f5245"/>'
        f'<text class="name city" x="{x + 72}" y="{y + 8}" style="font-size:24px">'
        f"{escape(board.goal.name)}</text></g>"
    )


def _legend(board: Board, lang: str, width: int, top: int) -> Iterator[str]:
    """Under the map: title, whether anybody has verified it, colours with their signs, cities."""
    phrase = Phrase.BOARD_VERIFIED if board.is_verified else Phrase.BOARD_UNVERIFIED
    status = text(phrase, lang, by=board.verified_by)
    fill = "#2e7d4f" if board.is_verified else "#a33b2b"
    yield f'<line x1="50" x2="{width - 50}" y1="{top}" y2="{top}" stroke="#b08d57"/>'
    yield f'<text class="title" x="56" y="{top + 48}">{escape(board.title)}</text>'
    yield (
        f'<text class="head" x="{width - 56}" y="{top + 46}" text-anchor="end" '
        f'style="fill:{fill}">{escape(status)}</text>'
    )
    heading = escape(text(Phrase.PICTURE_LEGEND, lang))
    yield f'<text class="head" x="56" y="{top + 84}">{heading}</text>'
    step = (width - 112) / len(board.colours)
    for i, colour in enumerate(board.colours):
        x = 72 + step * i
        name = colour.pl if lang == "pl" else colour.en
        yield _sign(colour, (x, top + 112), 15)
        yield f'<text class="note" x="{x + 24:.0f}" y="{top + 117}">{escape(name)}</text>'
    cities = ", ".join(board.city_at[p] for p in sorted(board.city_at))
    yield (
        f'<circle cx="72" cy="{top + 148}" r="11" fill="#fffaf0" stroke="#c8962e" '
        'stroke-width="5"/>'
        f'<text class="note" x="96" y="{top + 153}">'
        f"{escape(text(Phrase.PICTURE_CITIES, lang))}: {escape(cities)}</text>"
    )
    starts = text(Phrase.PICTURE_STARTS, lang)
    yield (
        f'<rect x="{width * 0.56:.0f}" y="{top + 137}" width="22" height="22" rx="6" '
        f'fill="#fffaf0" stroke="{_INK}" stroke-width="2"/>'
        f'<text class="note" x="{width * 0.56 + 32:.0f}" y="{top + 153}">{escape(starts)}: '
        f"1–{len(board.starts)}</text>"
    )


def _sign(colour: BoardColour, at: Point, radius: float) -> str:
    """The shape of a colour, filled with it."""
    style = f'fill={quoteattr(colour.hex)} stroke="rgba(40,30,20,0.5)" stroke-width="1.5"'
    x, y = at
    match colour.shape:
        case Shape.CIRCLE:
            return f'<circle cx="{x}" cy="{y}" r="{radius * 0.86:.1f}" {style}/>'
        case Shape.SQUARE:
            points = _polygon(at, radius * 1.02, 4, pi / 4)
        case Shape.TRIANGLE:
            points = _polygon((x, y + radius * 0.12), radius * 1.12, 3, -pi / 2)
        case Shape.DIAMOND:
            points = [
                (x, y - radius),
                (x + radius * 0.78, y),
                (x, y + radius),
                (x - radius * 0.78, y),
            ]
        case Shape.PENTAGON:
            points = _polygon(at, radius, 5, -pi / 2)
        case Shape.HEXAGON:
            points = _polygon(at, radius, 6, 0)
        case Shape.STAR:
            points = _star(at, radius * 1.1, radius * 0.55, 5)
    return f'<polygon points="{" ".join(f"{px:.1f},{py:.1f}" for px, py in points)}" {style}/>'


def _polygon(at: Point, radius: float, corners: int, turned: float) -> list[Point]:
    angles = (turned + 2 * pi * i / corners for i in range(corners))
    return [(at[0] + radius * cos(a), at[1] + radius * sin(a)) for a in angles]


def _star(at: Point, outer: float, inner: float, rays: int) -> list[Point]:
    corners = _polygon((0, 0), 1, 2 * rays, -pi / 2)
    lengths = (outer, inner)
    return [
        (at[0] + lengths[i % 2] * dx, at[1] + lengths[i % 2] * dy)
        for i, (dx, dy) in enumerate(corners)
    ]


def _beside(before: Point, after: Point, side: int) -> Point:
    """A unit step away from the road."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = hypot(dx, dy) or 1.0
    return side * -dy / length, side * dx / length


def _two_lines(name: str) -> tuple[str, ...]:
    first, _, rest = name.partition(" ")
    return (first, rest) if rest else (name,)


def _colour(board: Board, place: Field | Start) -> BoardColour:
    return next(colour for colour in board.colours if colour.id == place.colour)


def _at(field: Field) -> Point:
    return float(field.x), float(field.y)
