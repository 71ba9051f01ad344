import { z } from "zod";
import type { Query } from "../database.ts";
import type { sandboxAt } from "../sandbox.ts";

const recordSchema = z.object({
  id: z.string(),
  type: z.string(),
  external_id: z.string().nullable(),
  fields: z.looseObject({
    total: z.string().optional(),
    otherRefNum: z.string().optional(),
    createdFrom: z.object({ id: z.string() }).optional(),
    entity: z.object({ id: z.string() }).optional(),
    item: z
      .object({
        items: z.array(
          z.looseObject({
            item: z.object({ id: z.string() }),
            orderLine: z.number().optional(),
            amount: z.number().default(0),
          }),
        ),
      })
      .optional(),
  }),
});
export type AccountingRecord = z.infer<typeof recordSchema>;
type RecordType =
  | "customer"
  | "item"
  | "sales_order"
  | "invoice"
  | "credit_memo"
  | "fulfillment"
  | "customer_payment"
  | "customer_refund";

export async function setPreferences(sandbox: ReturnType<typeof sandboxAt>, change: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/net-suite/account`, { method: "PATCH", body: JSON.stringify(change) });
  if (!response.ok) throw new Error(await response.text());
}

export function accountingOn({ query, sandbox }: { query: Query; sandbox: ReturnType<typeof sandboxAt> }) {
  /** Creates or changes a record, as users of the accounting system do. */
  async function plant(type: RecordType, fields: object, id?: string): Promise<AccountingRecord> {
    const response = await sandbox.post("/net-suite/records", { type, fields, ...(id ? { id } : {}) });
    if (!response.ok) throw new Error(await response.text());
    return recordSchema.parse(await response.json());
  }

  async function records(type: RecordType, externalId?: string): Promise<AccountingRecord[]> {
    const response = await fetch(`${sandbox.url}/net-suite/records.json?type=${type}`);
    const allRecords = z.array(recordSchema).parse(await response.json());
    return externalId === undefined ? allRecords : allRecords.filter(({ external_id }) => external_id === externalId);
  }

  /** Adds an organization to the accounting system as a customer; returns the id of the customer. */
  async function knowOrganization(id: string): Promise<string> {
    const record = await plant("customer", { companyName: `Customer ${id}` });
    await query("update organizations set net_suite_id = $2 where id = $1", [id, record.id]);
    return record.id;
  }

  /** Adds a product to the accounting system as an item; returns the id of the item. */
  async function knowProduct(id: string): Promise<string> {
    const record = await plant("item", { itemId: `ITEM-${id}`, displayName: `Item ${id}` });
    await query("update products set net_suite_id = $2 where id = $1", [id, record.id]);
    return record.id;
  }

  return {
    plant,
    records,
    knowOrganization,
    knowProduct,
    setPreferences: (change: object) => setPreferences(sandbox, change),
    /** Closes the accounting periods until yesterday, by UTC. */
    closeBooks: () =>
      setPreferences(sandbox, { closed_until: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) }),
  };
}
