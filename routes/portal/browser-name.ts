import { browserOf, findName, type Known } from "../../worker/contract/people/browser-names.ts";

const systems: Known[] = [
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
  const [browser, system] = [browserOf(userAgent ?? ""), findName(systems, userAgent ?? "")];
  return `${browser ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}
