/**
 * Milliseconds; longer than the slowest path (one or two statements), or the response time would reveal the outcome.
 */
const answerMs = 150;

/**
 * Delays the result, or the failure, to a fixed minimum time, so that the response time does not reveal what the work
 * found (T12).
 */
export async function inFixedTime<T>(work: () => Promise<T>): Promise<T> {
  const time = new Promise<void>((resolve) => setTimeout(resolve, answerMs));
  try {
    return await work();
  } finally {
    await time;
  }
}
