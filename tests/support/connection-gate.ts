import { fetch, type Request, Response } from "miniflare";

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
  let refusal: { path: string; until: string; left: number } | undefined;
  return {
    /** The largest number of requests that were queued at once. */
    queuedMax: () => queuedMax,
    /** Answers 503 to requests with `path` in their URL until `count` requests with `until` in their URL are sent. */
    refuseUntilSent(path: string, { until, count }: { until: string; count: number }): void {
      refusal = { path, until, left: count };
    },
    async pass(request: Request): Promise<Response> {
      if (refusal && request.url.includes(refusal.until)) refusal.left -= 1;
      if (refusal && refusal.left > 0 && request.url.includes(refusal.path)) return new Response(null, { status: 503 });
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
