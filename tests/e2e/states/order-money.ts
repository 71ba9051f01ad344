import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { type State, at } from "./state.ts";

async function invoiceOf(orderNumber: string): Promise<string> {
  const [found] = await query<{ id: string }>(
    "select i.id from invoices i join orders o on o.id = i.reference_id where o.order_number = $1",
    [orderNumber],
  );
  return found?.id ?? "";
}

/** What is left of a paid order of the demonstration data, chosen to be given back. */
export const orderMoneyStates: State[] = [
  {
    name: "refund of an order, chosen",
    who: signedInAdmin,
    reach: async (page) => {
      const [found] = await query<{ id: string }>("select id from orders where order_number = 'O00000916'");
      await page.goto(`/admin/orders/${found?.id}/refund?all=true`);
    },
  },
  {
    name: "cart of a customer",
    who: signedInAdmin,
    reach: async (page) => {
      const { id, org_id } = await createUser();
      const [found] = await query<{ id: string }>(
        `insert into carts (org_id, user_id, products, seen_prices, po_number)
         select $1, $2, jsonb_object_agg(p.id, 12), jsonb_object_agg(p.id, 129000), 'PO-2026-77'
         from (select id from products order by length(name) desc limit 3) p
         returning id`,
        [org_id, id],
      );
      await page.goto(`/admin/carts/${found?.id}`);
    },
  },
  { name: "invoices of everybody", who: signedInAdmin, reach: at("/admin/invoices") },
  {
    name: "invoice of a customer",
    who: signedInAdmin,
    reach: async (page) => void (await page.goto(`/admin/invoices/${await invoiceOf("O00000911")}`)),
  },
  {
    name: "invoice that was declined, about to be noted as paid",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`/admin/invoices/${await invoiceOf("O00000914")}`);
      await page.getByRole("button", { name: "Note as paid" }).click();
    },
  },
  {
    name: "invoice that is disputed",
    who: signedInAdmin,
    reach: async (page) => void (await page.goto(`/admin/invoices/${await invoiceOf("O00000907")}`)),
  },
  {
    name: "order with a failed refund",
    who: signedInAdmin,
    reach: async (page) => {
      const [found] = await query<{ id: string }>("select id from orders where order_number = 'O00000906'");
      await page.goto(`/admin/orders/${found?.id}`);
    },
  },
];
