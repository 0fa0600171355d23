// Keeps the screen on. The wake lock of browsers needs https, which a hall's server may not have: a
// silent video that never ends does the same on plain http.

interface Lock {
  release(): Promise<void>;
}
type Locking = Navigator & { wakeLock?: { request(kind: "screen"): Promise<Lock> } };

/** Call it from a tap: browsers play nothing before one. The answer lets the screen sleep again. */
export function stayAwake(video: HTMLVideoElement): () => void {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  let odd = false;
  const paint = () => {
    odd = !odd;
    if (pen) {
      pen.fillStyle = odd ? "#000" : "#010101";
      pen.fillRect(0, 0, 2, 2);
    }
  };
  paint();
  const timer = window.setInterval(paint, 1000);
  video.muted = true;
  video.srcObject = canvas.captureStream(1);
  void video.play().catch(() => undefined);
  let lock: Lock | undefined;
  void (navigator as Locking).wakeLock
    ?.request("screen")
    .then((got) => (lock = got))
    .catch(() => undefined);
  return () => {
    clearInterval(timer);
    video.pause();
    video.srcObject = null;
    void lock?.release();
  };
}
