// What of Rummikub is heard as what.
import { kinds, type Kinds } from "../table/sounds";

export const KINDS: Kinds = {
  timeOuts: kinds("TimeRanOut"),
  refereed: kinds(
    "Challenged Paused TimeAdded TurnVoided Rewound RulingGiven WarningGiven SeatDisqualified RackInspected TimeCalled AccessChanged",
  ),
  plays: kinds("TilesLaid TileDrawn NothingDrawn"),
  laid: kinds("TilesLaid"),
};
