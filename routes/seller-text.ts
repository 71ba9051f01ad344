import type { Seller } from "../worker/domain/platform/index.ts";

/** In one line, as facts of a page say it. */
export const sellerText = (seller: Seller | null): string | undefined =>
  seller ? [seller.name, ...seller.lines, seller.email].join(", ") : undefined;
