import type { Page } from "playwright";

/** Number of pixels of which a color channel differs by more than an eighth; Infinity if the sizes differ. */
export const countDifferingPixels = (page: Page, before: Buffer, after: Buffer): Promise<number> =>
  page.evaluate(
    async (sources) => {
      const differenceMax = 32;
      const [first, second] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!first || !second || first.width !== second.width || first.height !== second.height) return Infinity;
      let differing = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const isFar = [0, 1, 2].some(
          (part) => Math.abs((first.data[at + part] ?? 0) - (second.data[at + part] ?? 0)) > differenceMax,
        );
        if (isFar) differing += 1;
      }
      return differing;
    },
    [before.toString("base64"), after.toString("base64")],
  );
