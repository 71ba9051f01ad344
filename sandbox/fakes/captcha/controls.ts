import { isMinted } from "./state.ts";

const goodScore = 0.9;
const lowScore = 0.1;

/** Score of a page's token or of a test token; undefined if the token is rejected. */
export function scoreOf(token: string): number | undefined {
  if (token === "sandbox-fail") return undefined;
  // A truncated or forged token of a page.
  if (token.startsWith("sandbox.") && !isMinted(token)) return undefined;
  return token === "sandbox-low-score" ? lowScore : goodScore;
}
