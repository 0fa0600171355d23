// One file per room of the app; a new room adds its line here.
import app from "./en/app.json";
import enter from "./en/enter.json";
import missing from "./en/missing.json";
import start from "./en/start.json";
import table from "./en/table.json";
import tile from "./en/tile.json";
import tournament from "./en/tournament.json";

export default {
  ...app,
  ...enter,
  ...missing,
  ...start,
  ...table,
  ...tile,
  ...tournament,
};
