// One file per room of the app; a new room adds its line here.
import app from "./pl/app.json";
import boards from "./pl/boards.json";
import own from "./pl/own.json";
import clock from "./pl/clock.json";
import enter from "./pl/enter.json";
import friends from "./pl/friends.json";
import hall from "./pl/hall.json";
import missing from "./pl/missing.json";
import referee from "./pl/referee.json";
import replay from "./pl/replay.json";
import consents from "./pl/consents.json";
import control from "./pl/control.json";
import desk from "./pl/desk.json";
import details from "./pl/details.json";
import device from "./pl/device.json";
import draw from "./pl/draw.json";
import entries from "./pl/entries.json";
import grid from "./pl/grid.json";
import heats from "./pl/heats.json";
import history from "./pl/history.json";
import learn from "./pl/learn.json";
import organise from "./pl/organise.json";
import papers from "./pl/papers.json";
import passes from "./pl/passes.json";
import phone from "./pl/phone.json";
import penalties from "./pl/penalties.json";
import ranking from "./pl/ranking.json";
import round from "./pl/round.json";
import seating from "./pl/seating.json";
import settings from "./pl/settings.json";
import study from "./pl/study.json";
import slips from "./pl/slips.json";
import reach from "./pl/reach.json";
import register from "./pl/register.json";
import rescue from "./pl/rescue.json";
import result from "./pl/result.json";
import scan from "./pl/scan.json";
import start from "./pl/start.json";
import tray from "./pl/tray.json";
import table from "./pl/table.json";
import teams from "./pl/teams.json";
import tile from "./pl/tile.json";
import tiles from "./pl/tiles.json";
import tournament from "./pl/tournament.json";
import why from "./pl/why.json";
import winners from "./pl/winners.json";
import wojtek from "./pl/wojtek.json";

export default {
  ...app,
  ...boards,
  ...own,
  ...clock,
  ...enter,
  ...friends,
  ...hall,
  ...missing,
  ...referee,
  ...replay,
  ...consents,
  ...control,
  ...desk,
  ...details,
  ...device,
  ...draw,
  ...entries,
  ...grid,
  ...heats,
  ...history,
  ...learn,
  ...organise,
  ...papers,
  ...passes,
  ...penalties,
  ...phone,
  ...ranking,
  ...round,
  ...seating,
  ...settings,
  ...study,
  ...slips,
  ...reach,
  ...register,
  ...rescue,
  ...result,
  ...scan,
  ...start,
  ...tray,
  ...table,
  ...teams,
  ...tile,
  ...tiles,
  ...tournament,
  ...why,
  ...winners,
  ...wojtek,
};
