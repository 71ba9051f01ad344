/**
 * node tools/screenshots/link-pictures.ts (Node 24 or newer) draws link previews of products and the shop's icon from
 * SVG files.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "playwright";
import { findChromium } from "../../sandbox/run/chromium.ts";
import { demoProducts } from "../../sandbox/seed/products/index.ts";

const files = join(import.meta.dirname, "../../islands/public");
const folder = join(files, "products/links");
mkdirSync(folder, { recursive: true });

type Size = { width: number; height: number; ground?: string };

const browser = await chromium.launch({ executablePath: await findChromium() });
const page = await browser.newPage({ colorScheme: "light" });

/** RGBA, scaled to the height of the ground and centered. */
async function pointsOf(file: string, size: Size): Promise<Buffer> {
  const source = `data:image/svg+xml;base64,${readFileSync(file).toString("base64")}`;
  const points = await page.evaluate(
    async ([address, { width, height, ground }]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no canvas");
      if (ground) {
        context.fillStyle = ground;
        context.fillRect(0, 0, width, height);
      }
      const shown = (height * image.width) / image.height;
      context.drawImage(image, (width - shown) / 2, 0, shown, height);
      return [...context.getImageData(0, 0, width, height).data];
    },
    [source, size] as const,
  );
  return Buffer.from(points);
}

/** Rounds channels ever more coarsely until at most 256 colors remain. */
function fewColours(points: Buffer): Uint32Array {
  for (let step = 4; ; step *= 2) {
    const rounded = Uint32Array.from({ length: points.length / 4 }, (_, at) =>
      Buffer.from(
        points.subarray(at * 4, at * 4 + 4).map((part) => Math.min(255, Math.round(part / step) * step)),
      ).readUInt32BE(),
    );
    if (new Set(rounded).size <= 256) return rounded;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A palette PNG (https://www.w3.org/TR/png-3/) is a fifth of the browser's own size. */
function toPng(points: Buffer, { width, height }: Size): Buffer {
  const colours = fewColours(points);
  const palette = [...new Set(colours)];
  const place = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, at) => {
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = place.get(colour) ?? 0;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((colour) => [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255])),
    ),
    chunk("tRNS", Buffer.from(palette.map((colour) => colour & 255))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const shared = { width: 800, height: 420, ground: "#f5f7f8" };
for (const path of new Set(demoProducts.flatMap(({ main_image }) => main_image ?? [])))
  writeFileSync(
    join(folder, `${basename(path, ".svg")}.png`),
    toPng(await pointsOf(join(files, path), shared), shared),
  );
const icon = { width: 512, height: 512 };
writeFileSync(join(files, "icon-512.png"), toPng(await pointsOf(join(files, "favicon.svg"), icon), icon));
await browser.close();
