import { isImageAddress } from "../../../worker/ui/figures/image-address.ts";

/**
 * Undefined if the product has no picture that may be shown. Our SVG drawings also exist as PNG, because link previews
 * do not support SVG (https://ogp.me/#structured).
 */
export function linkPicture(main_image: string | null, publicUrl: string): string | undefined {
  if (!isImageAddress(main_image)) return undefined;
  const drawing = /^\/products\/([\w-]+)\.svg$/.exec(main_image)?.[1];
  return new URL(drawing ? `/products/links/${drawing}.png` : main_image, publicUrl).href;
}
