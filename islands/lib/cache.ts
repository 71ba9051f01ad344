import { cacheMs } from "../../worker/contract/paths.ts";

const entries = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Results are valid for 60 seconds; a failed read is not cached (O-082). */
export function readThroughCache<T>(key: string, read: () => Promise<T>): Promise<T> {
  const entry = entries.get(key);
  if (entry && Date.now() - entry.at < cacheMs) return entry.answer as Promise<T>;
  const answer = read();
  entries.set(key, { at: Date.now(), answer });
  answer.catch(() => entries.delete(key));
  return answer;
}

export const clearCache = (): void => entries.clear();
