const tokenLivesMs = 120_000;

/** Origin of a page's token. */
export interface Minted {
  action: string;
  hostname: string;
  at: number;
}

// sandbox.<action>.<hostname>.<time in base 36>-<random>
const pattern = /^sandbox\.([A-Za-z0-9_/-]+)\.(.+)\.([0-9a-z]+)-[0-9a-f]{16}$/;

/** Whether the token has the format of a page's token. */
export const isMinted = (token: string): boolean => pattern.test(token);

/** Verified tokens: a page's token is valid once, for two minutes. */
export class Tokens {
  /** Checks that are left of the month. */
  readonly quota = { left: 10_000_000 };
  #used = new Set<string>();

  /** Content of a page's token; undefined for other texts. */
  read(token: string): Minted | undefined {
    const [, action, hostname, at] = pattern.exec(token) ?? [];
    return action && hostname && at ? { action, hostname, at: parseInt(at, 36) } : undefined;
  }

  /** Consumes a token; false if it is expired or already used. */
  use(token: string, { at }: Minted): boolean {
    if (Math.abs(Date.now() - at) >= tokenLivesMs || this.#used.has(token)) return false;
    this.#used.add(token);
    return true;
  }
}
