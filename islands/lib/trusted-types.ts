declare global {
  var trustedTypes: { createPolicy<R extends object>(name: string, rules: R): R } | undefined;
}

/** The named Trusted Types policy, or its plain rules without browser support. */
export const policyFor = <R extends object>(name: string, rules: R): R =>
  globalThis.trustedTypes?.createPolicy(name, rules) ?? rules;
