import type { Seller } from "../worker/domain/platform/index.ts";

/** One line, for lists of facts. */
export const sellerText = (seller: Seller | null): string | undefined =>
  seller ? [seller.name, ...seller.lines, seller.email].join(", ") : undefined;
