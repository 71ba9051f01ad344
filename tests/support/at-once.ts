/** The answers of requests that are sent at once, each of which should be accepted. */
export async function sendAtOnce<Answer extends { status: number }>(
  count: number,
  send: (at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = await Promise.all(Array.from({ length: count }, (_, at) => send(at)));
  // A statement may time out on a busy machine; its request is then sent again.
  for (const [at, { status }] of answers.entries()) if (status === 503) answers[at] = await send(at);
  return answers;
}

export const sortedStatuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted();
