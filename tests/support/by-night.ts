/** Set by `npm run test:nightly`, and for single browser files: what by day is a sample is then whole. */
export const isNight = process.env["BY_NIGHT"] !== undefined;

/** How many: a sample for `npm test`, the promised number by night. */
export const sample = ({ day, night }: { day: number; night: number }): number => (isNight ? night : day);

/** Milliseconds that an answer may take: as promised by night; by day four times that, because the machine may be shared. */
export const within = (promisedMs: number): number => (isNight ? promisedMs : 4 * promisedMs);
