/** Percent by state, with at most three decimals; other states and other countries have no tax. */
// prettier-ignore
const statePercents: Record<string, number> = {
  AL: 4, AZ: 5.6, AR: 6.5, CA: 8.25, CO: 2.9, CT: 6.35, DC: 6, FL: 6, GA: 4, HI: 4, ID: 6, IL: 6.25, IN: 7, IA: 6,
  KS: 6.5, KY: 6, LA: 5, ME: 5.5, MD: 6, MA: 6.25, MI: 6, MN: 6.875, MS: 7, MO: 4.225, NE: 5.5, NV: 6.85, NJ: 6.625,
  NM: 4.875, NY: 8.875, NC: 4.75, ND: 5, OH: 5.75, OK: 4.5, PA: 6, RI: 7, SC: 6, SD: 4.2, TN: 7, TX: 8.25, UT: 6.1,
  VT: 6, VA: 5.3, WA: 6.5, WV: 6, WI: 5, WY: 4,
};

export function findPercent(country: string, state: string | null): number {
  return country === "US" ? (statePercents[(state ?? "").toUpperCase()] ?? 0) : 0;
}

/** The tax in cents, with half a cent rounded up; computed in thousandths of a percent, so only with integers. */
export function calculateTax(cents: number, percent: number): number {
  return Math.floor((cents * Math.round(percent * 1000) + 50_000) / 100_000);
}
