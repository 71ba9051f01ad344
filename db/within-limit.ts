const sliceMs = 100;
/** An answer counts as missing after this many times the limit, however busy the isolate is. */
const busyFactor = 3;

/**
 * Aborts `work` after `ms` milliseconds in which this isolate could have read an answer. Computation for other requests
 * delays timers and answers alike, and a single timer could fire before an answer that has already arrived is read.
 * Time is therefore counted in slices: a late slice counts with its nominal length, and the last slice must end on
 * time.
 */
export async function withinLimit<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const endsAt = Date.now() + ms * busyFactor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitSlice = (leftMs: number) => {
    const startedAt = Date.now();
    timer = setTimeout(
      () => {
        const now = Date.now();
        const isLate = now - startedAt > 2 * sliceMs && now < endsAt;
        if (leftMs > sliceMs || isLate) waitSlice(leftMs - sliceMs);
        else controller.abort(new DOMException(`no answer within ${ms} ms`, "TimeoutError"));
      },
      Math.min(sliceMs, Math.max(1, leftMs)),
    );
  };
  waitSlice(ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
