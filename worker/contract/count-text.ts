// Created on first use: loading Intl's tables takes a fifth of the worker's start time.
let groupedFormat: Intl.NumberFormat | undefined;

/** "7" or "1,234". Most counts of a page are small, and need no formatter. */
export const countText = (count: number): string =>
  count >= 0 && count < 1000 && Number.isInteger(count)
    ? String(count)
    : (groupedFormat ??= new Intl.NumberFormat("en-US")).format(count);

export const piecesText = (count: number): string => (count === 1 ? "1 piece" : `${countText(count)} pieces`);
