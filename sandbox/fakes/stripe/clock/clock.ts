/** The provider's time in Unix seconds: real time plus an offset. */
export class Clock {
  offsetSeconds = 0;
  #stopped: number | undefined;

  now(): number {
    return this.#stopped ?? Math.floor(Date.now() / 1000) + this.offsetSeconds;
  }

  during<T>(at: number, work: () => T): T {
    const earlierStop = this.#stopped;
    this.#stopped = at;
    try {
      return work();
    } finally {
      this.#stopped = earlierStop;
    }
  }
}

export const hourSeconds = 3600;
export const daySeconds = 86_400;
