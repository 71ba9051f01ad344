import { pages } from "../../worker/contract/pages.ts";
import type { Client } from "./client.ts";
import { removeQuotes } from "./csv/read-csv.ts";

/** US cents of the invoices in the organization's statement of the current month, oldest first. */
export async function listBilledAmounts(client: Client): Promise<number[]> {
  const lines = removeQuotes(await (await client.fetch(pages.invoiceStatement)).text()).split("\r\n");
  return lines
    .map((line) => line.split(","))
    .filter(([, label]) => label === "Invoice")
    .map((cells) => Math.round(Number(cells[4]) * 100));
}
