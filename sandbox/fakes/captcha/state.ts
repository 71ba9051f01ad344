const tokenLivesMs = 120_000;

/** What a token of a page says about where it was made. */
export interface Minted {
  action: string;
  hostname: string;
  at: number;
}

// sandbox.<action>.<hostname>.<time in base 36>-<random>
const pattern = /^sandbox\.([A-Za-z0-9_/-]+)\.(.+)\.([0-9a-z]+)-[0-9a-f]{16}$/;

/** Whether a page made it, by its form. */
export const isMinted = (token: string): boolean => pattern.test(token);

/** The tokens that were shown; one of a page passes once and within two minutes. */
export class Tokens {
  #used = new Set<string>();

  /** What a page minted; undefined for a text that no page made. */
  read(token: string): Minted | undefined {
    const [, action, hostname, at] = pattern.exec(token) ?? [];
    return action && hostname && at ? { action, hostname, at: parseInt(at, 36) } : undefined;
  }

  /** Uses a token up; false when it is too old or was used before. */
  use(token: string, { at }: Minted): boolean {
    if (Math.abs(Date.now() - at) >= tokenLivesMs || this.#used.has(token)) return false;
    this.#used.add(token);
    return true;
  }
}
