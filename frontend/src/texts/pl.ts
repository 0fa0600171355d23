// One file per room of the app; a new room adds its line here.
import app from "./pl/app.json";
import enter from "./pl/enter.json";
import missing from "./pl/missing.json";
import control from "./pl/control.json";
import desk from "./pl/desk.json";
import draw from "./pl/draw.json";
import entries from "./pl/entries.json";
import history from "./pl/history.json";
import organise from "./pl/organise.json";
import papers from "./pl/papers.json";
import passes from "./pl/passes.json";
import penalties from "./pl/penalties.json";
import ranking from "./pl/ranking.json";
import result from "./pl/result.json";
import round from "./pl/round.json";
import seating from "./pl/seating.json";
import settings from "./pl/settings.json";
import start from "./pl/start.json";
import table from "./pl/table.json";
import tile from "./pl/tile.json";
import tournament from "./pl/tournament.json";
import wojtek from "./pl/wojtek.json";

export default {
  ...app,
  ...enter,
  ...missing,
  ...control,
  ...desk,
  ...draw,
  ...entries,
  ...history,
  ...organise,
  ...papers,
  ...passes,
  ...penalties,
  ...ranking,
  ...result,
  ...round,
  ...seating,
  ...settings,
  ...start,
  ...table,
  ...tile,
  ...tournament,
  ...wojtek,
};
