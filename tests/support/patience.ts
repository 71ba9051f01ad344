/**
 * Milliseconds that a test waits for what must come. Longer than a lease of 60 s, whose worker another test may have
 * killed, and what a busy machine adds: a promise about time is asserted by its own test.
 */
export const patienceMs = 90_000;
