import { fetch, type Request, type Response } from "miniflare";

/**
 * The network as a deployed worker meets it: six requests wait for the headers of their answers, others are queued
 * (https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections). Cloudflare counts for
 * each invocation; workerd on this machine counts nothing, and this gate counts for the whole worker.
 */
export function createConnectionGate() {
  const openMax = 6;
  const queued: (() => void)[] = [];
  let openCount = 0;
  let queuedMax = 0;
  return {
    /** The most requests that were queued at once. */
    queuedMax: () => queuedMax,
    async pass(request: Request): Promise<Response> {
      if (openCount < openMax) openCount += 1;
      else
        await new Promise<void>((resolve) => {
          queued.push(resolve);
          queuedMax = Math.max(queuedMax, queued.length);
        });
      try {
        return await fetch(request);
      } finally {
        const next = queued.shift();
        if (next) next();
        else openCount -= 1;
      }
    },
  };
}
