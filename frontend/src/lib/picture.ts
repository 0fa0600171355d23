// A picture made small enough for a paper and a page; nothing of its file travels but the picture.
const WIDEST = 800;
const HIGHEST = 320;
const MOST_BYTES = 200_000;

/** The picture as a small PNG; null where this browser cannot read it. */
export async function asSmallPng(file: Blob): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  for (let scale = Math.min(1, WIDEST / image.width, HIGHEST / image.height); ; scale *= 0.7) {
    const drawn = await drawnAt(image, scale);
    if (!drawn || drawn.size <= MOST_BYTES) return drawn;
  }
}

function drawnAt(image: ImageBitmap, scale: number): Promise<Blob | null> {
  const size = { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((told) => canvas.toBlob(told, "image/png"));
}
