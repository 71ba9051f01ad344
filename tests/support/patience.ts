/**
 * Milliseconds that a test waits for an expected event. Longer than the lease of 60 s of a worker that another test
 * may have killed, plus the delays of a busy machine. Requirements about time are asserted by their own tests.
 */
export const patienceMs = 90_000;
