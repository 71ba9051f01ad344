const most = 100_000_000_000n;

/**
 * Cents of a decimal text in dollars, as "19.99" or "5", exact and never through a float: half a cent and more is a cent
 * (O-099, M9). Undefined for what is no amount, is below zero or above 10^11 cents (M20).
 */
export function toCents(text: string): number | undefined {
  const [, whole, fraction = ""] = /^\s*(\d{1,15})?(?:\.(\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined && fraction === "") return undefined;
  const [cents, rest] = [fraction.slice(0, 2).padEnd(2, "0"), fraction.slice(2)];
  const sum = BigInt(whole ?? "0") * 100n + BigInt(cents) + (/^[5-9]/.test(rest) ? 1n : 0n);
  return sum > most ? undefined : Number(sum);
}
