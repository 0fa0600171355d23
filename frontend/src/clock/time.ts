// Times as people read them on a wall: 1:02:03, 12:05, 0:09.
export function clockText(milliseconds: number): string {
  const whole = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
