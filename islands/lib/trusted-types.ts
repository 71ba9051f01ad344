declare global {
  var trustedTypes: { createPolicy<R extends object>(name: string, rules: R): R } | undefined;
}

/** Creates a policy of Trusted Types; in browsers without Trusted Types, returns the plain rules. */
export const createTrustedPolicy = <R extends object>(name: string, rules: R): R =>
  globalThis.trustedTypes?.createPolicy(name, rules) ?? rules;
