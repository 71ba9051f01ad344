import { readdirSync } from "node:fs";
import { expect, test } from "../../support/browser.ts";

const files = readdirSync("islands/public/products").filter((name) => name.endsWith(".svg"));

/** How light the corner of each drawing is as the browser paints it, 0 to 255. */
const grounds = (names: string[]): Promise<number[]> =>
  Promise.all(
    names.map(async (name) => {
      const image = document.body.appendChild(new Image());
      image.src = `/products/${name}`;
      await image.decode();
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      canvas?.drawImage(image, 2, 2, 1, 1, 0, 0, 1, 1);
      return canvas?.getImageData(0, 0, 1, 1).data[1] ?? -1;
    }),
  );

test.for([
  ["light", 240, 255],
  ["dark", 20, 60],
] as const)("every drawing has %s ground when the system asks for it", async ([colorScheme, least, most], { open }) => {
  const page = await open({ colorScheme });
  await page.goto("/store");
  const found = await page.evaluate(grounds, files);
  const strangers = files.filter((_, index) => !((found[index] ?? -1) >= least && (found[index] ?? -1) <= most));
  expect([files.length > 30, strangers]).toEqual([true, []]);
});
