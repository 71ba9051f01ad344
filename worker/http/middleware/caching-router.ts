import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/** Caches lookups of paths without parameters. Hono's faster router cannot tell `/lookup` from `/:id`. */
export function createCachingRouter<T>(): Router<T> {
  const router = new TrieRouter<T>();
  const paths = new Set<string>();
  const cachedResults = new Map<string, Result<T>>();
  return {
    name: "CachingRouter",
    add: (method, path, handler) => {
      router.add(method, path, handler);
      if (!/[:*]/.test(path)) paths.add(path);
      cachedResults.clear();
    },
    match: (method, path) => {
      if (!paths.has(path)) return router.match(method, path);
      const key = `${method} ${path}`;
      const result = cachedResults.get(key) ?? router.match(method, path);
      if (cachedResults.size < paths.size * 8) cachedResults.set(key, result);
      return result;
    },
  };
}
