import { accessMutants } from "./access.ts";
import { auditMutants } from "./audit.ts";
import { moneyMutants } from "./money.ts";
import type { Mutant } from "./mutant.ts";
import { sessionMutants } from "./sessions.ts";

/**
 * Mutants of `npm run test:mutants` by list name. Mutants that fault tests must find are in
 * `tools/money-tests/mutants.ts`, for `npm run test:money`.
 */
export const lists: Readonly<Record<string, readonly Mutant[]>> = {
  money: moneyMutants,
  access: accessMutants,
  sessions: sessionMutants,
  audit: auditMutants,
};
