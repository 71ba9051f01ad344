/**
 * How well a number separates two groups over all thresholds: the area under the ROC curve (Mann and Whitney), from 0.5
 * for not at all to 1 for always, with the standard error of the estimate (Hanley and McNeil 1982, at 0.5).
 */
export function areaUnderCurve(firstGroup: number[], other: number[]): { auc: number; error: number } {
  const all = [
    ...firstGroup.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (all[end]?.value === all[start]?.value && end < all.length) end += 1;
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i += 1) if (all[i]?.isOne) rankSum += rank;
    start = end;
  }
  const pairs = firstGroup.length * other.length;
  const firstShare = (rankSum - (firstGroup.length * (firstGroup.length + 1)) / 2) / pairs;
  return {
    auc: Math.max(firstShare, 1 - firstShare),
    error: Math.sqrt((firstGroup.length + other.length + 1) / (12 * pairs)),
  };
}

export function shuffle<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}
