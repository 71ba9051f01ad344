import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/** Caches lookups of paths without parameters. Hono's faster router cannot tell `/lookup` from `/:id`. */
export function rememberingRouter<T>(): Router<T> {
  const router = new TrieRouter<T>();
  const paths = new Set<string>();
  const remembered = new Map<string, Result<T>>();
  return {
    name: "RememberingRouter",
    add: (method, path, handler) => {
      router.add(method, path, handler);
      if (!/[:*]/.test(path)) paths.add(path);
      remembered.clear();
    },
    match: (method, path) => {
      if (!paths.has(path)) return router.match(method, path);
      const key = `${method} ${path}`;
      const result = remembered.get(key) ?? router.match(method, path);
      if (remembered.size < paths.size * 8) remembered.set(key, result);
      return result;
    },
  };
}
