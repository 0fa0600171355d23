// One file per room of the app; a new room adds its line here.
import app from "./pl/app.json";
import enter from "./pl/enter.json";
import missing from "./pl/missing.json";
import start from "./pl/start.json";
import table from "./pl/table.json";
import tile from "./pl/tile.json";
import tournament from "./pl/tournament.json";

export default {
  ...app,
  ...enter,
  ...missing,
  ...start,
  ...table,
  ...tile,
  ...tournament,
};
