import { cacheMs } from "../../worker/contract/paths.ts";

const kept = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Reads once and keeps the answer for 60 seconds (O-082); a failed read is not kept. */
export function cached<T>(key: string, read: () => Promise<T>): Promise<T> {
  const found = kept.get(key);
  // an answer is only ever kept under its own reader's key
  if (found && Date.now() - found.at < cacheMs) return found.answer as Promise<T>;
  const answer = read();
  kept.set(key, { at: Date.now(), answer });
  answer.catch(() => kept.delete(key));
  return answer;
}

export const dropCache = (): void => kept.clear();
