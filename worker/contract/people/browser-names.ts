type NamePattern = readonly [name: string, pattern: RegExp];

// User agents also name compatible browsers, so derived browsers come first.
const browsers: NamePattern[] = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /Version\/.*Safari\//],
];

export const findName = (known: readonly NamePattern[], text: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(text))?.[0];

export const detectBrowser = (userAgent: string): string | undefined => findName(browsers, userAgent);

const systems: NamePattern[] = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["ChromeOS", /CrOS/],
  ["macOS", /Mac OS X|Macintosh/],
  ["Linux", /Linux/],
];

/** Such as "Firefox on Windows". */
export function browserName(userAgent: string | null): string {
  const [browser, system] = [detectBrowser(userAgent ?? ""), findName(systems, userAgent ?? "")];
  return `${browser ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}
