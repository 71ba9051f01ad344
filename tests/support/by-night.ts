/**
 * True under `npm run test:nightly` and for named browser files: samples that `npm test` reduces are complete
 * (ADR-051).
 */
export const isNight = process.env["BY_NIGHT"] !== undefined;

/** True at night, for named API files and for mutation tests: every case runs. `npm test` skips some cases. */
export const isWhole = isNight || process.env["WHOLE"] !== undefined;

/** Every nth case in `npm test`, beginning with the first; all cases in other runs. */
export const everyNth = <T>(cases: readonly T[], nth: number): T[] =>
  cases.filter((_each, at) => isWhole || at % nth === 0);

export const sampleCount = ({ day, night }: { day: number; night: number }): number => (isNight ? night : day);

/** Milliseconds that an answer may take: by day four times the requirement, because the machine may be shared. */
export const limitMs = (promisedMs: number): number => (isNight ? promisedMs : 4 * promisedMs);
