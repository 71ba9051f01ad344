import { crc32, deflateSync } from "node:zlib";

export interface Picture {
  width: number;
  height: number;
  /** Four bytes (RGBA) per pixel, row by row. */
  points: Buffer;
}

const squaredDistance = (one: number, other: number): number =>
  [24, 16, 8, 0].reduce((sum, shift) => sum + (((one >>> shift) & 255) - ((other >>> shift) & 255)) ** 2, 0);

/**
 * Chooses sixteen colors: the most frequent one, then repeatedly the color with the largest error over all its points.
 * `places` are positions in the palette by color.
 */
function reduceColors(colors: Uint32Array): { palette: number[]; places: Map<number, number> } {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const entries = [...counts].map(([color, count]) => ({ color, count, distance: Infinity, place: 0 }));
  const palette: number[] = [];
  const findWorst = () =>
    entries.reduce((one, other) => (other.distance * other.count > one.distance * one.count ? other : one));
  let next = entries.toSorted((one, other) => other.count - one.count)[0];
  while (next && next.distance > 0 && palette.length < 16) {
    palette.push(next.color);
    for (const each of entries) {
      const distance = squaredDistance(each.color, next.color);
      if (distance < each.distance) Object.assign(each, { distance, place: palette.length - 1 });
    }
    next = findWorst();
  }
  return { palette, places: new Map(entries.map(({ color, place }) => [color, place])) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of four bits per point (https://www.w3.org/TR/png-3/), an eighth of the size of the browser's own PNG. */
export function toPng({ width, height, points }: Picture): Buffer {
  const colors = Uint32Array.from({ length: width * height }, (_, at) => points.readUInt32BE(at * 4));
  const { palette, places } = reduceColors(colors);
  const rowBytes = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(rowBytes * height);
  colors.forEach((color, at) => {
    const column = at % width;
    const byte = Math.floor(at / width) * rowBytes + 1 + Math.floor(column / 2);
    rows[byte] = (rows[byte] ?? 0) | ((places.get(color) ?? 0) << (column % 2 === 0 ? 4 : 0));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255]))),
    chunk("tRNS", Buffer.from(palette.map((color) => color & 255))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
