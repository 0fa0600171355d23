// What only the organiser's screens say: it comes with them, a player's phone does not carry it.
import boards from "./en/boards.json";
import consents from "./en/consents.json";
import draw from "./en/draw.json";
import grid from "./en/grid.json";
import heats from "./en/heats.json";
import history from "./en/history.json";
import organise from "./en/organise.json";
import papers from "./en/papers.json";
import passes from "./en/passes.json";
import ranking from "./en/ranking.json";
import reach from "./en/reach.json";
import rescue from "./en/rescue.json";
import seating from "./en/seating.json";
import settings from "./en/settings.json";
import tray from "./en/tray.json";
import winners from "./en/winners.json";

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
