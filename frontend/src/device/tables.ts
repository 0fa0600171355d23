// Which tables are played on this device alone, and what else it can answer when no server does.

/** So begins the number of every table of a device and of no other (adapters/web/device/device_seat.py). */
const MARK = "d0d0d0d0d0d0";

export function isOnDevice(table: string): boolean {
  return table.startsWith(MARK);
}

/** Whether only this device can answer: no server knows its tables. */
export function concernsDevice(path: string): boolean {
  return path.startsWith(`/api/tables/${MARK}`);
}

/** Questions that need nobody's tournament: the same answer here as from a server. */
export function isKnownToDevice(path: string): boolean {
  return /^\/api\/(tools|texts)\//.test(path);
}
