import { keptNames } from "./kept-names.ts";
import type { Printed } from "./print.ts";

const names = new Set(Object.values(keptNames));
const lengths = new Set(Object.values(keptNames).map((name) => Number(name.split("_")[1])));

/**
 * A statement as it is sent: a call of the function that keeps its plan, where the database has one. Neon's proxy names no
 * statement, so that each is planned anew; the plans of a function stay with the connections of its pool.
 */
export function withKeptPlan(printed: Printed): Printed {
  const { text, values } = printed;
  if (!lengths.has(text.length)) return printed;
  const name = keptName(text);
  if (!names.has(name)) return printed;
  return { text: `select * from ${name}(${values.map((_, index) => `$${index + 1}`).join(", ")})`, values };
}

/** What the function is called that keeps the plan of a statement: by its length and the hash of its text. */
export function keptName(text: string): string {
  let [low, high] = [0x811c9dc5, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) ^ (high >>> 15);
  }
  const hash = [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `kept_${text.length}_${hash}`;
}
