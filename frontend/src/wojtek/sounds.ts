// What of Miś Wojtek is heard as what.
import { kinds, type Kinds } from "../table/sounds";

export const KINDS: Kinds = {
  timeOuts: kinds("TurnTimedOut"),
  refereed: kinds(
    "Paused TimeAdded Rewound RulingGiven TimeCalled OffencePunished SeatExcluded HandInspected RankingOverruled AccessChanged",
  ),
  plays: kinds("BearPlaced BearMoved CardsExchanged ThreeCardsDeclared"),
  laid: kinds("BearPlaced BearMoved"),
};
