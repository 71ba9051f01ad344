type Known = readonly [name: string, pattern: RegExp];

// A browser names also those that it is like, so the one that is like the others comes first.
const browsers: Known[] = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /Version\/.*Safari\//],
];
const systems: Known[] = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["ChromeOS", /CrOS/],
  ["macOS", /Mac OS X|Macintosh/],
  ["Linux", /Linux/],
];

const find = (known: Known[], text: string) => known.find(([, pattern]) => pattern.test(text))?.[0];

/** "Firefox on Windows": what a User-Agent header says of a browser, as far as a person cares. */
export function browserName(userAgent: string | null): string {
  const [browser, system] = [find(browsers, userAgent ?? ""), find(systems, userAgent ?? "")];
  return `${browser ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}
