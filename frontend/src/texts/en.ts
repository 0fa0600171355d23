// One file per room of the app; a new room adds its line here.
import app from "./en/app.json";
import boards from "./en/boards.json";
import own from "./en/own.json";
import clock from "./en/clock.json";
import enter from "./en/enter.json";
import friends from "./en/friends.json";
import hall from "./en/hall.json";
import missing from "./en/missing.json";
import referee from "./en/referee.json";
import replay from "./en/replay.json";
import consents from "./en/consents.json";
import control from "./en/control.json";
import desk from "./en/desk.json";
import details from "./en/details.json";
import device from "./en/device.json";
import draw from "./en/draw.json";
import entries from "./en/entries.json";
import grid from "./en/grid.json";
import heats from "./en/heats.json";
import history from "./en/history.json";
import learn from "./en/learn.json";
import organise from "./en/organise.json";
import papers from "./en/papers.json";
import passes from "./en/passes.json";
import phone from "./en/phone.json";
import penalties from "./en/penalties.json";
import ranking from "./en/ranking.json";
import round from "./en/round.json";
import seating from "./en/seating.json";
import settings from "./en/settings.json";
import study from "./en/study.json";
import slips from "./en/slips.json";
import reach from "./en/reach.json";
import register from "./en/register.json";
import rescue from "./en/rescue.json";
import result from "./en/result.json";
import scan from "./en/scan.json";
import start from "./en/start.json";
import tray from "./en/tray.json";
import table from "./en/table.json";
import teams from "./en/teams.json";
import tile from "./en/tile.json";
import tiles from "./en/tiles.json";
import tournament from "./en/tournament.json";
import why from "./en/why.json";
import winners from "./en/winners.json";
import wojtek from "./en/wojtek.json";

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
