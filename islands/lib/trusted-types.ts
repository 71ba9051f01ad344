declare global {
  var trustedTypes: { createPolicy<R extends object>(name: string, rules: R): R } | undefined;
}

/** The named Trusted Types policy, or its bare rules in a browser that does not know Trusted Types. */
export const policyFor = <R extends object>(name: string, rules: R): R =>
  globalThis.trustedTypes?.createPolicy(name, rules) ?? rules;
