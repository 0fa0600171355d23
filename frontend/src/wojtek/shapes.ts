// The sign of each colour: nobody has to tell colours apart.
type Point = [number, number];

function polygon(corners: number, turned: number, radius = 1): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turned + (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function star(): Point[] {
  return polygon(10, -Math.PI / 2).map(([x, y], i) => (i % 2 ? [x * 0.5, y * 0.5] : [x * 1.08, y * 1.08]));
}

const POINTS: Record<string, Point[]> = {
  square: polygon(4, Math.PI / 4, 1.05),
  triangle: polygon(3, -Math.PI / 2, 1.12).map(([x, y]) => [x, y + 0.14]),
  diamond: [
    [0, -1],
    [0.78, 0],
    [0, 1],
    [-0.78, 0],
  ],
  pentagon: polygon(5, -Math.PI / 2),
  hexagon: polygon(6, 0),
  star: star(),
};

/** The corners of a shape around a point; null for a circle. */
export function corners(shape: string, x: number, y: number, radius: number): string | null {
  const points = POINTS[shape];
  if (!points) return null;
  return points.map(([dx, dy]) => `${(x + dx * radius).toFixed(1)},${(y + dy * radius).toFixed(1)}`).join(" ");
}
