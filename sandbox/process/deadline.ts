/** Waits for `work` at most `ms` milliseconds; answers whether it ended in time. A failure is passed on. */
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

/** Asks `isReady` every few milliseconds until it says yes; false when `ms` milliseconds have passed. */
export async function until(ms: number, isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  const endsAt = Date.now() + ms;
  while (Date.now() < endsAt) {
    if (await isReady()) return true;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return false;
}
