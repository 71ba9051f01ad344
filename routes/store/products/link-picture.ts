import { isImageAddress } from "../../../worker/ui/figures/image-address.ts";

/**
 * What is shown where a link to a product is pasted, as an absolute address; undefined where the shop's own picture must do.
 * Our drawings stand there as PNG besides, because none of those who show links draws SVG (https://ogp.me/#structured).
 */
export function linkPicture(main_image: string | null, publicUrl: string): string | undefined {
  if (!isImageAddress(main_image)) return undefined;
  const drawing = /^\/products\/([\w-]+)\.svg$/.exec(main_image)?.[1];
  return new URL(drawing ? `/products/links/${drawing}.png` : main_image, publicUrl).href;
}
