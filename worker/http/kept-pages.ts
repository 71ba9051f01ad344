import type { Kind } from "./headers.ts";

/** A page as it is sent, and how. Nobody may write into its bytes: answers that are still on their way share them. */
export type KeptPage = { html: Uint8Array<ArrayBuffer>; kind: Kind };

const pages = new Map<string, KeptPage>();
const encoder = new TextEncoder();

/**
 * Keeps a page that is the same for every visitor. So is its id, which this isolate made up and which names the islands'
 * props: nothing of a visitor stands in the page that could abuse it (safety T5).
 */
export function keep(path: string, html: string, kind: Kind): KeptPage {
  const page = { html: encoder.encode(html), kind };
  pages.set(path, page);
  return page;
}

export const findKept = (path: string): KeptPage | undefined => pages.get(path);
