import { isMinted } from "./state.ts";

const goodScore = 0.9;
const lowScore = 0.1;

/** The score of a token that a page made, or of a text that stands for one; undefined when it is refused. */
export function scoreOf(token: string): number | undefined {
  if (token === "sandbox-fail") return undefined;
  // cut short or made up: it claims to be a page's
  if (token.startsWith("sandbox.") && !isMinted(token)) return undefined;
  return token === "sandbox-low-score" ? lowScore : goodScore;
}
