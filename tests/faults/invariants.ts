import { z } from "zod";
import type { Shop } from "../support/store.ts";
import { historyInvariants } from "./history-invariants.ts";
import { moneyInvariants } from "./money-invariants.ts";
import { type OurBooks, readOurBooks } from "./our-books.ts";
import { type ProviderBooks, readProviderBooks } from "./provider-books.ts";
import { shapeInvariants } from "./shape-invariants.ts";

/** Both books of one organization, side by side. */
export type Books = { ours: OurBooks; theirs: ProviderBooks; mails: { idempotency_key: string | null }[] };
/** Answers what is wrong, in words. */
export type Invariant = (books: Books) => string[];

const invariants: Record<string, Invariant> = { ...shapeInvariants, ...moneyInvariants, ...historyInvariants };

const mailsSchema = z.array(z.object({ idempotency_key: z.string().nullable() }));

export async function readBooks(shop: Shop, orgId: string): Promise<Books> {
  const ours = await readOurBooks(shop.query, orgId);
  const taxIds = ours.orders.flatMap(({ tax_calculation_id }) => tax_calculation_id ?? []);
  const recipients = new Set(
    ours.changes.flatMap(({ table_name, after }) => (table_name === "outbox" ? String(after?.["recipient"]) : [])),
  );
  const [theirs, ...mails] = await Promise.all([
    readProviderBooks(shop, ours.customer, taxIds),
    ...[...recipients].map(async (to) =>
      mailsSchema.parse(await (await fetch(`${shop.sandbox.url}/mail.json?to=${encodeURIComponent(to)}`)).json()),
    ),
  ]);
  return { ours, theirs, mails: mails.flat() };
}

/**
 * The money invariants (safety, M1 to M20) of these organizations at a moment when nothing is under way, checked from
 * outside: our database against the provider's objects. Empty when all hold. `watchMoney` must have run before.
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
