const centsMax = 100_000_000_000n;

/**
 * Cents of a decimal amount in dollars such as "19.99" or "5", exact without floats; half a cent rounds up (O-099, M9).
 * Undefined for other texts, negative amounts and amounts above 10^11 cents (M20).
 */
export function toCents(text: string): number | undefined {
  const [, whole, fraction = ""] = /^\s*(\d{1,15})?(?:\.(\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined && fraction === "") return undefined;
  const [cents, rest] = [fraction.slice(0, 2).padEnd(2, "0"), fraction.slice(2)];
  const sum = BigInt(whole ?? "0") * 100n + BigInt(cents) + (/^[5-9]/.test(rest) ? 1n : 0n);
  return sum > centsMax ? undefined : Number(sum);
}
