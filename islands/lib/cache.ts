import { cacheMs } from "../../worker/contract/paths.ts";

const kept = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Caches a successful read for 60 seconds (O-082). */
export function cached<T>(key: string, read: () => Promise<T>): Promise<T> {
  const found = kept.get(key);
  // as: each key has one reader
  if (found && Date.now() - found.at < cacheMs) return found.answer as Promise<T>;
  const answer = read();
  kept.set(key, { at: Date.now(), answer });
  answer.catch(() => kept.delete(key));
  return answer;
}

export const dropCache = (): void => kept.clear();
