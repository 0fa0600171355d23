"""How large what comes from outside may be: one place for each kind of number, text and list.

A hall is never near these; they keep a stranger's number from becoming somebody's waiting. What is
beyond one is refused by the name of its field, with the limit (`request.limit`).
"""

from typing import Annotated

from msgspec import Meta

from stolik.app.reading.reasons import MAYBE_WHY, WHY

MOST_ENTRANTS = 10_000  # as many as a format may allow
MOST_TABLES = 5_000
MOST_ROUNDS = 1_000
MOST_GAMES = 100
MOST_EVENTS = 20_000
MOST_POINTS = 1_000_000
MOST_SEQ = 2**53 - 1  # what a browser can still count
MOST_MINUTES = 24 * 60
LONGEST_NAME = 200
LONGEST_REASON = 500
LONGEST_WORD = 64  # an id, a code, a time of day
LONGEST_PATH = 4096  # of a file of one's own, on the command line

# Numbers. Those that name somebody or something may be wrong (0, −1): then nobody is found.
Entrant = Annotated[int, Meta(ge=-1, le=MOST_ENTRANTS)]
Entrants = Annotated[int, Meta(ge=-1, le=MOST_ENTRANTS)]
Table = Annotated[int, Meta(ge=-1, le=MOST_TABLES)]
Round = Annotated[int, Meta(ge=-1, le=MOST_ROUNDS)]
Stage = Annotated[int, Meta(ge=-1, le=MOST_ROUNDS)]
Game = Annotated[int, Meta(ge=-1, le=MOST_GAMES)]
Place = Annotated[int, Meta(ge=-1, le=MOST_ENTRANTS)]
PrizePlace = Annotated[int, Meta(ge=0, le=1000)]  # 0: for everybody
Slide = Annotated[int, Meta(ge=0, le=1000)]  # of the hall's screen; 0: all in turn
SeatNumber = Annotated[int, Meta(ge=-1, le=100)]
Small = Annotated[int, Meta(ge=-1000, le=1000)]  # how many of something at a table
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Minutes = Annotated[int, Meta(ge=-MOST_MINUTES, le=MOST_MINUTES)]
Seconds = Annotated[int, Meta(ge=-60 * MOST_MINUTES, le=60 * MOST_MINUTES)]
Number = Annotated[int, Meta(ge=-1, le=1_000_000)]  # of a penalty, of a person

# Texts.
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Why = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON, pattern=WHY)]
# The same where it may be left out, or where the rule of the game asks for it.
Reason = Annotated[str, Meta(max_length=LONGEST_REASON, pattern=MAYBE_WHY)]
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Path = Annotated[str, Meta(max_length=LONGEST_PATH)]
Seed = Annotated[str, Meta(max_length=LONGEST_NAME)]
SeedNumber = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Secret = Annotated[str, Meta(max_length=1000)]  # a password, a token

# Lists.
MOST_SEATS = 12
Tiles = Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=200)]
Words = Annotated[list[Word], Meta(max_length=50)]
Seats = Meta(max_length=MOST_SEATS)
Kinds = Meta(max_length=50)
Listed = Meta(max_length=50)  # partners, prizes
EntrantsListed = Annotated[list[Entrant], Meta(max_length=MOST_ENTRANTS)]
TablesListed = Annotated[
    list[Annotated[list[Entrant], Meta(max_length=MOST_SEATS)]], Meta(max_length=MOST_TABLES)
]
OfEntrants = Meta(max_length=MOST_ENTRANTS)
OfRounds = Meta(max_length=MOST_ROUNDS)
