import { readdirSync } from "node:fs";
import { expect, test } from "../../support/browser.ts";

const files = readdirSync("islands/public/products").filter((name) => name.endsWith(".svg"));

const paintDrawings = (names: string[]): Promise<{ corner: number; points: string }[]> =>
  Promise.all(
    names.map(async (name) => {
      const image = document.body.appendChild(new Image());
      image.src = `/products/${name}`;
      await image.decode();
      const canvas = new OffscreenCanvas(80, 60).getContext("2d");
      canvas?.drawImage(image, 0, 0, 80, 60);
      const points = [...(canvas?.getImageData(0, 0, 80, 60).data ?? [])];
      return { corner: points[3] ?? 255, points: points.join() };
    }),
  );

test("every drawing lies on the page's ground, with lines for light and for dark", async ({ open }) => {
  const painted = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open({ colorScheme });
    await page.goto("/store");
    painted.push(await page.evaluate(paintDrawings, files));
  }
  const [light = [], dark = []] = painted;
  const badDrawings = files.filter(
    (_, at) => light[at]?.corner !== 0 || dark[at]?.corner !== 0 || light[at].points === dark[at].points,
  );
  expect([files.length > 30, badDrawings]).toEqual([true, []]);
});
