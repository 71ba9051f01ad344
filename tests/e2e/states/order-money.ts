import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { type State, at } from "./state.ts";

/** What is left of a paid order of the demonstration data, chosen to be given back. */
export const orderMoneyStates: State[] = [
  {
    name: "refund of an order, chosen",
    who: signedInAdmin,
    reach: async (page) => {
      const [found] = await query<{ id: string }>("select id from orders where order_number = 'O00000911'");
      await page.goto(`/admin/orders/${found?.id}/refund?all=true`);
    },
  },
  {
    name: "cart of a customer",
    who: signedInAdmin,
    reach: async (page) => {
      const [found] = await query<{ id: string }>(
        "select id from carts order by (products <> '{}' and not is_complete) desc, products <> '{}' desc, created_at limit 1",
      );
      await page.goto(`/admin/carts/${found?.id}`);
    },
  },
  { name: "invoices of everybody", who: signedInAdmin, reach: at("/admin/invoices") },
  {
    name: "invoice of a customer",
    who: signedInAdmin,
    reach: async (page) => {
      const [found] = await query<{ id: string }>(
        "select i.id from invoices i join orders o on o.id = i.reference_id where o.order_number = 'O00000911'",
      );
      await page.goto(`/admin/invoices/${found?.id}`);
    },
  },
];
