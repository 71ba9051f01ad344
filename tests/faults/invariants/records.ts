import { z } from "zod";
import type { Shop } from "../../support/store.ts";
import { type OurRecords, readOurRecords } from "./our-records.ts";
import { type ProviderRecords, readProviderRecords } from "./provider-records.ts";

export type Records = { ours: OurRecords; theirs: ProviderRecords; mails: { idempotency_key: string | null }[] };
/** Returns one message for each violation. */
export type Invariant = (records: Records) => string[];

const mailsSchema = z.array(z.object({ idempotency_key: z.string().nullable() }));

export async function readRecords(shop: Shop, orgId: string): Promise<Records> {
  const ours = await readOurRecords(shop.query, orgId);
  const taxIds = ours.orders.flatMap(({ tax_calculation_id }) => tax_calculation_id ?? []);
  const recipients = new Set(
    ours.changes.flatMap(({ table_name, after }) => (table_name === "outbox" ? String(after?.["recipient"]) : [])),
  );
  const [theirs, ...mails] = await Promise.all([
    readProviderRecords(shop, ours.customer, taxIds),
    ...[...recipients].map(async (to) =>
      mailsSchema.parse(await (await fetch(`${shop.sandbox.url}/mail.json?to=${encodeURIComponent(to)}`)).json()),
    ),
  ]);
  return { ours, theirs, mails: mails.flat() };
}
