import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { query } from "../../support/database.ts";
import { type Buyer } from "../../support/store.ts";

export const fetchInvoices = async (buyer: Buyer) =>
  (await buyer.client.call(listInvoices, { query: { sort: "created_at" } })).reply().data;
export const listMailTypes = async (buyer: Buyer) =>
  (await query<{ type: string }>("select type from outbox where user_id = $1 order by type", [buyer.user.id])).map(
    ({ type }) => type,
  );
