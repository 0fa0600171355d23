// One file per room of the app; a new room adds its line here, or in desk_en.ts if only organisers enter it.
import app from "./en/app.json";
import own from "./en/own.json";
import clock from "./en/clock.json";
import enter from "./en/enter.json";
import friends from "./en/friends.json";
import hall from "./en/hall.json";
import missing from "./en/missing.json";
import referee from "./en/referee.json";
import replay from "./en/replay.json";
import control from "./en/control.json";
import desk from "./en/desk.json";
import details from "./en/details.json";
import device from "./en/device.json";
import entries from "./en/entries.json";
import learn from "./en/learn.json";
import phone from "./en/phone.json";
import push from "./en/push.json";
import penalties from "./en/penalties.json";
import round from "./en/round.json";
import study from "./en/study.json";
import slips from "./en/slips.json";
import register from "./en/register.json";
import result from "./en/result.json";
import scan from "./en/scan.json";
import start from "./en/start.json";
import table from "./en/table.json";
import teams from "./en/teams.json";
import tile from "./en/tile.json";
import tiles from "./en/tiles.json";
import tournament from "./en/tournament.json";
import why from "./en/why.json";
import wojtek from "./en/wojtek.json";

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
