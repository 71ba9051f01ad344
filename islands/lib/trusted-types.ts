declare global {
  var trustedTypes: { createPolicy<R extends object>(name: string, rules: R): R } | undefined;
}

/** Returns the plain rules in browsers without Trusted Types. */
export const createTrustedPolicy = <R extends object>(name: string, rules: R): R =>
  globalThis.trustedTypes?.createPolicy(name, rules) ?? rules;
