/** Returns whether the work ended in time. Rejections pass through. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const pauseMsMin = 10;
const pauseMsMax = 60;

/** Polls with growing pauses; returns false after `ms` milliseconds. */
export async function until(ms: number, isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  const endsAt = Date.now() + ms;
  for (let pauseMs = pauseMsMin; Date.now() < endsAt; pauseMs = Math.min(pauseMsMax, pauseMs * 1.5)) {
    if (await isReady()) return true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}
