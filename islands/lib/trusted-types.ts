declare global {
  var trustedTypes: { createPolicy<R extends object>(name: string, rules: R): R } | undefined;
}

/** Falls back to the plain rules without browser support. */
export const createTrustedPolicy = <R extends object>(name: string, rules: R): R =>
  globalThis.trustedTypes?.createPolicy(name, rules) ?? rules;
