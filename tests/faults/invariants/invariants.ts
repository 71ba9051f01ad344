import type { Shop } from "../../support/store.ts";
import { type Invariant, readRecords } from "./records.ts";
import { historyInvariants } from "./history.ts";
import { moneyInvariants } from "./money.ts";
import { shapeInvariants } from "./shape.ts";

const invariants: Record<string, Invariant> = { ...shapeInvariants, ...moneyInvariants, ...historyInvariants };

/**
 * Violations of the money invariants (the M of docs/requirements.md), found by comparing our database with the
 * provider's objects. Nothing may be pending, and `recordMoneyChanges` must have run before.
 */
export async function findViolations(shop: Shop, orgIds: string[]): Promise<string[]> {
  const messages: string[] = [];
  for (const orgId of orgIds) {
    const records = await readRecords(shop, orgId);
    for (const [name, invariant] of Object.entries(invariants))
      messages.push(...invariant(records).map((what) => `${name}: ${what} (organization ${orgId})`));
  }
  return messages;
}
