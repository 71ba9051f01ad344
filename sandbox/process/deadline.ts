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

/** Polls; returns false after `ms` milliseconds. */
export async function until(ms: number, isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  const endsAt = Date.now() + ms;
  while (Date.now() < endsAt) {
    if (await isReady()) return true;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return false;
}
