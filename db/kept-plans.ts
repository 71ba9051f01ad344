import { keptNames } from "./kept-names.ts";

const names = new Set(Object.values(keptNames));
const lengths = new Set(Object.values(keptNames).map((name) => Number(name.split("_")[1])));

/** By the text of a statement; of those that have a function, so that each is hashed once and not whenever it is sent. */
const calls = new Map<string, string>();

/**
 * What is sent in place of a statement: a call of the function that keeps its plan and answers its `rows` as one JSON, where
 * the database has one. Neon's proxy names no statement, so that each is planned anew; the plans of a function stay with the
 * connections of its pool (ADR-054).
 */
export function keptCall(text: string, valueCount: number): string | undefined {
  if (!lengths.has(text.length)) return undefined;
  const known = calls.get(text);
  if (known !== undefined) return known;
  const name = keptName(text);
  if (!names.has(name)) return undefined;
  const values = Array.from({ length: valueCount }, (_, index) => `$${index + 1}`);
  // what the function does is not to be read from its name, and what writes must not be tried again
  const call = `select ${name}(${values.join(", ")}) as rows${isRead(text) ? "" : " /* update */"}`;
  calls.set(text, call);
  return call;
}

/** Whether a statement only reads. They are ours; a word that may write is taken for one that does. */
export const isRead = (text: string): boolean => /^\s*(select|with)\b/i.test(text) && !writes.test(text);
const writes = /\b(insert|update|delete|merge|truncate|call|lock|nextval|setval)\b/i;

/** What the function is called that keeps the plan of a statement: by its length and the hash of its text. */
export function keptName(text: string): string {
  let [low, high] = [0x811c9dc5, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) ^ (high >>> 15);
  }
  const hash = [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `rows_${text.length}_${hash}`;
}
