import { z } from "zod";
import type { Shop } from "../../support/store.ts";
import { type OurBooks, readOurBooks } from "./our-books.ts";
import { type ProviderBooks, readProviderBooks } from "./provider-books.ts";

/** Both books of one organization, side by side. */
export type Books = { ours: OurBooks; theirs: ProviderBooks; mails: { idempotency_key: string | null }[] };
/** Answers the violations as sentences. */
export type Invariant = (books: Books) => string[];

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
