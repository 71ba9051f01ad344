/** True under `npm run test:nightly` and when browser test files are named: every sample is complete (ADR-051). */
export const isNight = process.env["BY_NIGHT"] !== undefined;

/**
 * True at night, when API test files are named, and in mutation tests: every case runs, of which `npm test` skips some.
 */
export const isWhole = isNight || process.env["WHOLE"] !== undefined;

/** Every nth case in `npm test`, beginning with the first; every case where `isWhole`. */
export const everyNth = <T>(cases: readonly T[], nth: number): T[] =>
  cases.filter((_each, at) => isWhole || at % nth === 0);

export const sampleCount = ({ day, night }: { day: number; night: number }): number => (isNight ? night : day);

/** Milliseconds that an answer may take: by day four times the requirement, because the machine may be shared. */
export const limitMs = (promisedMs: number): number => (isNight ? promisedMs : 4 * promisedMs);
