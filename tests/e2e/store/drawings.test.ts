import { readdirSync } from "node:fs";
import { expect, test } from "../../support/browser.ts";

const files = readdirSync("islands/public/products").filter((name) => name.endsWith(".svg"));

/** How opaque each drawing's corner is, and how light its shapes are as the browser paints them, 0 to 255. */
const measure = (names: string[]): Promise<{ corner: number; shapes: number }[]> =>
  Promise.all(
    names.map(async (name) => {
      const image = document.body.appendChild(new Image());
      image.src = `/products/${name}`;
      await image.decode();
      const canvas = new OffscreenCanvas(160, 120).getContext("2d");
      canvas?.drawImage(image, 0, 0, 160, 120);
      const points = canvas?.getImageData(0, 0, 160, 120).data ?? new Uint8ClampedArray(4);
      const greens = points.filter((_, index) => index % 4 === 1 && (points[index + 2] ?? 0) > 250);
      return { corner: points[3] ?? 255, shapes: greens.reduce((sum, green) => sum + green, 0) / greens.length };
    }),
  );

test.for([
  ["light", 120, 255],
  ["dark", 20, 119],
] as const)("every drawing has %s shapes and no ground of its own", async ([colorScheme, least, most], { open }) => {
  const page = await open({ colorScheme });
  await page.goto("/store");
  const found = await page.evaluate(measure, files);
  const strangers = files.filter((_, index) => {
    const { corner = 255, shapes = -1 } = found[index] ?? {};
    return corner > 0 || !(shapes >= least && shapes <= most);
  });
  expect([files.length > 30, strangers]).toEqual([true, []]);
});
