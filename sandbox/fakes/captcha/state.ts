const tokenLifetimeMs = 120_000;

export interface MintedToken {
  action: string;
  hostname: string;
  at: number;
}

// sandbox.<action>.<hostname>.<time in base 36>-<random>
const tokenPattern = /^sandbox\.([A-Za-z0-9_/-]+)\.(.+)\.([0-9a-z]+)-[0-9a-f]{16}$/;

export const isMinted = (token: string): boolean => tokenPattern.test(token);

/** A page's token is valid once, for two minutes. */
export class Tokens {
  readonly quota = { left: 10_000_000 };
  #used = new Set<string>();

  /** Undefined unless the token has the format of those that the page's script creates. */
  read(token: string): MintedToken | undefined {
    const [, action, hostname, at] = tokenPattern.exec(token) ?? [];
    return action && hostname && at ? { action, hostname, at: parseInt(at, 36) } : undefined;
  }

  /** Returns false if the token is expired or was used before. */
  use(token: string, { at }: MintedToken): boolean {
    if (Math.abs(Date.now() - at) >= tokenLifetimeMs || this.#used.has(token)) return false;
    this.#used.add(token);
    return true;
  }
}
