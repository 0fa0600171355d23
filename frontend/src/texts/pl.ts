// One file per room of the app; a new room adds its line here, or in desk_pl.ts if only organisers enter it.
import app from "./pl/app.json";
import own from "./pl/own.json";
import clock from "./pl/clock.json";
import enter from "./pl/enter.json";
import friends from "./pl/friends.json";
import hall from "./pl/hall.json";
import missing from "./pl/missing.json";
import referee from "./pl/referee.json";
import replay from "./pl/replay.json";
import control from "./pl/control.json";
import desk from "./pl/desk.json";
import details from "./pl/details.json";
import device from "./pl/device.json";
import entries from "./pl/entries.json";
import learn from "./pl/learn.json";
import phone from "./pl/phone.json";
import push from "./pl/push.json";
import penalties from "./pl/penalties.json";
import round from "./pl/round.json";
import study from "./pl/study.json";
import slips from "./pl/slips.json";
import register from "./pl/register.json";
import result from "./pl/result.json";
import scan from "./pl/scan.json";
import start from "./pl/start.json";
import table from "./pl/table.json";
import teams from "./pl/teams.json";
import tile from "./pl/tile.json";
import tiles from "./pl/tiles.json";
import tournament from "./pl/tournament.json";
import why from "./pl/why.json";
import wojtek from "./pl/wojtek.json";

export default {
  ...app,
  ...own,
  ...clock,
  ...enter,
  ...friends,
  ...hall,
  ...missing,
  ...referee,
  ...replay,
  ...control,
  ...desk,
  ...details,
  ...device,
  ...entries,
  ...learn,
  ...penalties,
  ...phone,
  ...push,
  ...round,
  ...study,
  ...slips,
  ...register,
  ...result,
  ...scan,
  ...start,
  ...table,
  ...teams,
  ...tile,
  ...tiles,
  ...tournament,
  ...why,
  ...wojtek,
};
