/** Longer than a statement or two take. */
const answerMs = 150;

/**
 * Answers no sooner than after a fixed time, so that what the work found to do does not show in the time of its answer (T12).
 * A failure waits as well.
 */
export async function inFixedTime<T>(work: () => Promise<T>): Promise<T> {
  const time = new Promise<void>((resolve) => setTimeout(resolve, answerMs));
  try {
    return await work();
  } finally {
    await time;
  }
}
