export type Flow<Stage> = { name: string; play: (stage: Stage) => Promise<void> };

/** Returns the number of failed flows. */
export async function playAll<Stage>(flows: readonly Flow<Stage>[], stage: Stage): Promise<number> {
  let failures = 0;
  for (const { name, play } of flows) {
    const startedAt = performance.now();
    const problem = await play(stage).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(problem === undefined ? `ok      ${name} (${seconds} s)` : `FAILED  ${name}\n        ${problem}`);
    if (problem !== undefined) failures += 1;
  }
  return failures;
}
