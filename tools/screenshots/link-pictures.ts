/**
 * node tools/screenshots/link-pictures.ts [file.png ...] (Node 24 or newer) draws link previews of products and the
 * shop's icon from SVG files, in sixteen colors. With arguments, the script instead reduces the named files to sixteen
 * colors, such as the pictures that readme-pictures.ts took.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { chromium } from "playwright";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { demoProducts } from "../../sandbox/seed/products/index.ts";
import { type Picture, toPng } from "./sixteen-colors-png.ts";

const files = join(import.meta.dirname, "../../islands/public");
const folder = join(files, "products/links");

interface Canvas {
  width: number;
  height: number;
  ground?: string;
}

const args = ["--no-sandbox", "--disable-gpu"];
const browser = await chromium.launch({ executablePath: await ensureChromium(), args });
const page = await browser.newPage({ colorScheme: "light" });

/** Draws a file: centered on the canvas and scaled to its height, or in its own size without a canvas. */
async function draw(file: string, canvas?: Canvas): Promise<Picture> {
  const type = file.endsWith(".png") ? "png" : "svg+xml";
  const source = `data:image/${type};base64,${readFileSync(file).toString("base64")}`;
  const pixels = await page.evaluate(
    async ([address, wanted]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { width, height, ground }: Canvas = wanted ?? image;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no canvas");
      if (ground) {
        context.fillStyle = ground;
        context.fillRect(0, 0, width, height);
      }
      const drawnWidth = (height * image.width) / image.height;
      context.drawImage(image, (width - drawnWidth) / 2, 0, drawnWidth, height);
      let bytes = "";
      for (const byte of context.getImageData(0, 0, width, height).data) bytes += String.fromCharCode(byte);
      return { width, height, bytes };
    },
    [source, canvas] as const,
  );
  return { width: pixels.width, height: pixels.height, points: Buffer.from(pixels.bytes, "latin1") };
}

const namedFiles = process.argv.slice(2);
for (const file of namedFiles) writeFileSync(file, toPng(await draw(file)));
if (namedFiles.length === 0) {
  mkdirSync(folder, { recursive: true });
  const canvas = { width: 800, height: 420, ground: "#f5f7f8" };
  for (const path of new Set(demoProducts.flatMap(({ main_image }) => main_image ?? []))) {
    writeFileSync(join(folder, `${basename(path, ".svg")}.png`), toPng(await draw(join(files, path), canvas)));
  }
  const icon = { width: 512, height: 512 };
  writeFileSync(join(files, "icon-512.png"), toPng(await draw(join(files, "favicon.svg"), icon)));
}
await browser.close();
