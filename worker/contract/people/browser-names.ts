export type Known = readonly [name: string, pattern: RegExp];

// A browser names also those that it is like, so the one that is like the others comes first.
const browsers: Known[] = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /Version\/.*Safari\//],
];

export const findName = (known: readonly Known[], text: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(text))?.[0];

/** The browser that a User-Agent header names. */
export const browserOf = (userAgent: string): string | undefined => findName(browsers, userAgent);
