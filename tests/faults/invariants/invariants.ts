import type { Shop } from "../../support/store.ts";
import { type Invariant, readBooks } from "./books.ts";
import { historyInvariants } from "./history.ts";
import { moneyInvariants } from "./money.ts";
import { shapeInvariants } from "./shape.ts";

const invariants: Record<string, Invariant> = { ...shapeInvariants, ...moneyInvariants, ...historyInvariants };

/**
 * The money invariants (the M of docs/requirements.md) of these organizations at a moment when nothing is under way,
 * checked from outside: our database against the provider's objects. Empty when all hold. `watchMoney` must have run
 * before.
 */
export async function violations(shop: Shop, orgIds: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const orgId of orgIds) {
    const books = await readBooks(shop, orgId);
    for (const [name, check] of Object.entries(invariants))
      found.push(...check(books).map((what) => `${name}: ${what} (organization ${orgId})`));
  }
  return found;
}
