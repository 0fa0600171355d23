"""What an organiser is answered, shape by shape: docs/cli.md says what each field means.

The types of the web app are generated from these (tools/protocol_types.py), so a shape stands here
and nowhere else. `written` makes JSON of it. Many bear the name of what they tell of: whoever uses
both says `answers.Round`.
"""

from stolik.app.games.counting import StartTold
from stolik.app.tournaments.telling.answers.day_told import (
    DayPlanned,
    FormatTold,
    Slot,
    StageAhead,
    StageTold,
    TablesOfSize,
    Timetable,
)
from stolik.app.tournaments.telling.answers.done_told import (
    Created,
    Described,
    Done,
    EntrantEntered,
    GuardianOf,
    LooksAlike,
)
from stolik.app.tournaments.telling.answers.draws_told import (
    Draft,
    DraftMade,
    Pledged,
    Price,
    SizeOffered,
    SlipsTold,
    SlipTold,
    TablesDrawn,
    TableSeats,
    Tray,
)
from stolik.app.tournaments.telling.answers.pages_told import (
    Judged,
    MyTable,
    Neighbour,
    PageHead,
    PublicPage,
    TournamentTold,
)
from stolik.app.tournaments.telling.answers.penalties_told import (
    GameTogether,
    LadderOf,
    Ledger,
    PenaltyChoice,
    Rung,
)
from stolik.app.tournaments.telling.answers.people_told import (
    Entrant,
    Guardian,
    OpenGameAt,
    PeopleTold,
    Person,
)
from stolik.app.tournaments.telling.answers.places_told import (
    EntrantOutlook,
    Finished,
    Outlooks,
    Standing,
    StandingsTold,
    TeamStanding,
    TeamsTold,
    Title,
    Titles,
)
from stolik.app.tournaments.telling.answers.progress_told import (
    Chance,
    Due,
    Ending,
    FormatNamed,
    GameAt,
    LeftOut,
    Overview,
)
from stolik.app.tournaments.telling.answers.results_told import (
    Changes,
    Corrected,
    CutMoved,
    Line,
    PlaceMoved,
    SheetCounted,
    TitleMoved,
)
from stolik.app.tournaments.telling.answers.rounds_told import (
    CollectedTold,
    Game,
    Round,
    RoundListed,
    RoundSummary,
    RoundTable,
    Seated,
)
from stolik.app.tournaments.telling.answers.said import Said, Shown

__all__ = [
    "Answer",
    "Chance",
    "Changes",
    "CollectedTold",
    "Corrected",
    "Created",
    "CutMoved",
    "DayPlanned",
    "Described",
    "Done",
    "Draft",
    "DraftMade",
    "Due",
    "Ending",
    "Entrant",
    "EntrantEntered",
    "EntrantOutlook",
    "Finished",
    "FormatNamed",
    "FormatTold",
    "Game",
    "GameAt",
    "GameTogether",
    "Guardian",
    "GuardianOf",
    "Judged",
    "LadderOf",
    "Ledger",
    "LeftOut",
    "Line",
    "LooksAlike",
    "MyTable",
    "Neighbour",
    "OpenGameAt",
    "Outlooks",
    "Overview",
    "PageHead",
    "PenaltyChoice",
    "PeopleTold",
    "Person",
    "PlaceMoved",
    "Pledged",
    "Price",
    "PublicPage",
    "Round",
    "RoundListed",
    "RoundSummary",
    "RoundTable",
    "Rung",
    "Said",
    "Seated",
    "SheetCounted",
    "Shown",
    "SizeOffered",
    "SlipTold",
    "SlipsTold",
    "Slot",
    "StageAhead",
    "StageTold",
    "Standing",
    "StandingsTold",
    "TableSeats",
    "TablesDrawn",
    "TablesOfSize",
    "TeamStanding",
    "TeamsTold",
    "Timetable",
    "Title",
    "TitleMoved",
    "Titles",
    "TournamentTold",
    "Tray",
]


Answer = (
    Done
    | Created
    | Described
    | EntrantEntered
    | GuardianOf
    | StartTold
    | Pledged
    | TablesDrawn
    | DraftMade
    | Draft
    | SlipsTold
    | Tray
    | SheetCounted
    | Corrected
    | StandingsTold
    | TeamsTold
    | PeopleTold
    | Outlooks
    | Ledger
    | LadderOf
    | Titles
    | Ending
    | Finished
    | Due
    | Round
    | Overview
    | Timetable
)
