import { fetch, type Request, type Response } from "miniflare";

type Hold = { text: string; path: string; left: number; allSent: Promise<void>; resolve: () => void };

/**
 * The network of a deployed worker: six requests may wait for response headers, further ones are queued
 * (https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections). Cloudflare counts for
 * each invocation; the local workerd does not count, so this gate counts for the whole worker.
 */
export function createConnectionGate() {
  const maxOpen = 6;
  const waitingRequests: (() => void)[] = [];
  let openCount = 0;
  let queuedMax = 0;
  let hold: Hold | undefined;
  return {
    /** The largest number of requests that were queued at once. */
    queuedMax: () => queuedMax,
    /** Delays the request with `text` in its body until `count` requests with `path` in their URL are sent. */
    holdUntilSent(text: string, { path, count }: { path: string; count: number }): void {
      const { promise: allSent, resolve } = Promise.withResolvers<void>();
      hold = { text, path, left: count, allSent, resolve };
    },
    async pass(request: Request): Promise<Response> {
      if (hold && request.url.includes(hold.path) && (hold.left -= 1) === 0) hold.resolve();
      if (hold && (await request.clone().text()).includes(hold.text)) await hold.allSent;
      if (openCount < maxOpen) openCount += 1;
      else
        await new Promise<void>((resolve) => {
          waitingRequests.push(resolve);
          queuedMax = Math.max(queuedMax, waitingRequests.length);
        });
      try {
        return await fetch(request);
      } finally {
        const resumeNext = waitingRequests.shift();
        if (resumeNext) resumeNext();
        else openCount -= 1;
      }
    },
  };
}
