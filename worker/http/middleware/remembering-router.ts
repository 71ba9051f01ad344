import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Hono's router for paths like ours (its quicker one cannot tell `/lookup` from `/:id`), which looks up each path without
 * parameters once and not in every request.
 */
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
