// What only the organiser's screens say: it comes with them, a player's phone does not carry it.
import boards from "./pl/boards.json";
import consents from "./pl/consents.json";
import draw from "./pl/draw.json";
import grid from "./pl/grid.json";
import heats from "./pl/heats.json";
import history from "./pl/history.json";
import organise from "./pl/organise.json";
import papers from "./pl/papers.json";
import passes from "./pl/passes.json";
import ranking from "./pl/ranking.json";
import reach from "./pl/reach.json";
import rescue from "./pl/rescue.json";
import seating from "./pl/seating.json";
import settings from "./pl/settings.json";
import tray from "./pl/tray.json";
import winners from "./pl/winners.json";

export default {
  ...boards,
  ...consents,
  ...draw,
  ...grid,
  ...heats,
  ...history,
  ...organise,
  ...papers,
  ...passes,
  ...ranking,
  ...reach,
  ...rescue,
  ...seating,
  ...settings,
  ...tray,
  ...winners,
};
