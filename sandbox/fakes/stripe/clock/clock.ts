/** The provider's clock: real time plus what it was advanced by. Unix seconds, as everywhere in its objects. */
export class Clock {
  offsetSeconds = 0;
  #stopped: number | undefined;

  now(): number {
    return this.#stopped ?? Math.floor(Date.now() / 1000) + this.offsetSeconds;
  }

  /** Everything that `work` does happens at `at`. */
  during<T>(at: number, work: () => T): T {
    const before = this.#stopped;
    this.#stopped = at;
    try {
      return work();
    } finally {
      this.#stopped = before;
    }
  }
}

export const hourSeconds = 3600;
export const daySeconds = 86_400;
