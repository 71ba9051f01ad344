import type { Shop } from "../../support/store.ts";
import { type Invariant, readRecords } from "./books.ts";
import { historyInvariants } from "./history.ts";
import { moneyInvariants } from "./money.ts";
import { shapeInvariants } from "./shape.ts";

const invariants: Record<string, Invariant> = { ...shapeInvariants, ...moneyInvariants, ...historyInvariants };

/**
 * Violations of the money invariants (the M of docs/requirements.md) by these organizations while nothing is pending,
 * checked from outside: our database against the provider's objects. Empty when all hold. `recordMoneyChanges` must
 * have run before.
 */
export async function findViolations(shop: Shop, orgIds: string[]): Promise<string[]> {
  const messages: string[] = [];
  for (const orgId of orgIds) {
    const books = await readRecords(shop, orgId);
    for (const [name, invariant] of Object.entries(invariants))
      messages.push(...invariant(books).map((what) => `${name}: ${what} (organization ${orgId})`));
  }
  return messages;
}
