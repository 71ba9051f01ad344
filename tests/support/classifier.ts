/**
 * How well the best threshold on a number tells two groups apart: the area under the ROC curve (Mann and Whitney), 0.5
 * for not at all and 1 for always, with the standard error of its estimate (Hanley and McNeil 1982, at 0.5).
 */
export function areaUnderCurve(one: number[], other: number[]): { auc: number; error: number } {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (all[end]?.value === all[start]?.value && end < all.length) end += 1;
    // equal values share the mean of their ranks
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i += 1) if (all[i]?.isOne) rankSum += rank;
    start = end;
  }
  const pairs = one.length * other.length;
  const below = (rankSum - (one.length * (one.length + 1)) / 2) / pairs;
  return { auc: Math.max(below, 1 - below), error: Math.sqrt((one.length + other.length + 1) / (12 * pairs)) };
}

/** The items in random order. */
export function shuffle<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}
