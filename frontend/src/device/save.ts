// A file that a link would fetch from the server, of a table that only this device knows.
import { get, handOver } from "../lib/api";
import { concernsDevice } from "./tables";

/** For the click on a link with `download`; one to the server goes its own way. */
export function saved(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  const { pathname, download } = event.currentTarget;
  if (!concernsDevice(pathname)) return;
  event.preventDefault();
  void get<unknown>(pathname).then((told) => handOver(new File([JSON.stringify(told)], download)));
}
