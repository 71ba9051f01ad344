/**
 * Milliseconds that a test waits for what must come. Long, because the machine may be shared and busy: a promise about
 * time is asserted by its own test.
 */
export const patienceMs = 45_000;
