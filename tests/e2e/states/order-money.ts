import { createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createUser, unique } from "../../support/factories.ts";
import { createPaidOrder } from "../../support/shipping/orders.ts";
import { button } from "../account/steps.ts";
import { type State, openPath } from "./state.ts";

async function findInvoiceId(orderNumber: string): Promise<string> {
  const [invoiceRow] = await query<{ id: string }>(
    "select i.id from invoices i join orders o on o.id = i.reference_id where o.order_number = $1",
    [orderNumber],
  );
  return invoiceRow?.id ?? "";
}

/** Creates a refund request of another administrator in a given state; returns its order's id. */
async function createRefundRequest(state = "waiting"): Promise<string> {
  const { id, buyer } = await createPaidOrder(3);
  const [requester, decider] = [await signedInAdmin("support"), await signedInAdmin("finance")];
  const reason_text = "Arrived a week late, after the customer had hired another device for the measurements in Ulm";
  await query(
    `with i as (
       insert into invoices (org_id, reference_id, reference_type, amount, products, payment_status)
       values ($1, $2, 'order', 30000, '[]', 'paid') returning id
     )
     insert into refund_approvals (
       key, asked_for, org_id, order_id, invoice_id, action, request, amount, asked_by, state, decided_by, decided_at, note
     )
     select $3, $3, $1, $2, i.id, 'refundOrder', $4, 12345, $5, $6::text,
       case $6 when 'rejected' then $7::uuid end, case $6 when 'rejected' then now() end, case $6 when 'rejected' then $8 end
     from i`,
    [
      buyer.user.org_id,
      id,
      unique("key"),
      { reason: "not_delivered", reason_text },
      requester.user.id,
      state,
      decider.user.id,
      "A voucher was given instead",
    ],
  );
  return id;
}

export const orderMoneyStates: State[] = [
  {
    name: "refund of an order, chosen",
    who: signedInAdmin,
    reach: async (page) => {
      const [orderRow] = await query<{ id: string }>("select id from orders where order_number = 'O00000916'");
      await page.goto(`/admin/orders/${orderRow?.id}/refund?all=true`);
    },
  },
  {
    name: "cancellation of lines, chosen",
    who: signedInAdmin,
    reach: async (page) => {
      const [orderRow] = await query<{ id: string }>("select id from orders where order_number = 'O00000916'");
      await page.goto(`/admin/orders/${orderRow?.id}/cancel-lines?all=true`);
    },
  },
  {
    name: "cancellation of lines, nothing left",
    who: signedInAdmin,
    reach: async (page) => {
      const [orderRow] = await query<{ id: string }>("select id from orders where order_number = 'O00000903'");
      await page.goto(`/admin/orders/${orderRow?.id}/cancel-lines`);
    },
  },
  {
    name: "refund approvals",
    who: signedInAdmin,
    reach: async (page) => {
      for (const state of ["waiting", "rejected"]) await createRefundRequest(state);
      await page.goto("/admin/refund-approvals");
    },
  },
  {
    name: "order with a refund that waits for a second person",
    who: signedInAdmin,
    reach: async (page) => page.goto(`/admin/orders/${await createRefundRequest()}`),
  },
  {
    name: "order with a refund that waits for a second person, about to be rejected",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`/admin/orders/${await createRefundRequest()}`);
      await button(page, "Reject").first().click();
    },
  },
  {
    name: "cart of a customer",
    who: signedInAdmin,
    reach: async (page) => {
      const { id, org_id } = await createUser();
      const [cartRow] = await query<{ id: string }>(
        `insert into carts (org_id, user_id, products, seen_prices, po_number)
         select $1, $2, jsonb_object_agg(p.id, 12), jsonb_object_agg(p.id, 129000), 'PO-2026-77'
         from (select id from products order by length(name) desc limit 3) p
         returning id`,
        [org_id, id],
      );
      await page.goto(`/admin/carts/${cartRow?.id}`);
    },
  },
  { name: "invoices of everybody", who: signedInAdmin, reach: openPath("/admin/invoices") },
  {
    name: "invoice of a customer",
    who: signedInAdmin,
    reach: async (page) => void (await page.goto(`/admin/invoices/${await findInvoiceId("O00000911")}`)),
  },
  {
    name: "invoice that was declined, about to be noted as paid",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`/admin/invoices/${await findInvoiceId("O00000914")}`);
      await page.getByRole("button", { name: "Note as paid" }).click();
    },
  },
  {
    name: "invoice that is disputed",
    who: signedInAdmin,
    reach: async (page) => void (await page.goto(`/admin/invoices/${await findInvoiceId("O00000907")}`)),
  },
  {
    name: "invoice whose payment must be reviewed, about to be marked as reviewed",
    who: signedInAdmin,
    reach: async (page) => {
      const { invoice_id } = await createUnpaidOrder();
      await query("update invoices set needs_review = true where id = $1", [invoice_id]);
      await page.goto(`/admin/invoices/${invoice_id}`);
      await page.getByRole("button", { name: "Mark as reviewed" }).click();
    },
  },
  {
    name: "order with a failed refund",
    who: signedInAdmin,
    reach: async (page) => {
      const [orderRow] = await query<{ id: string }>("select id from orders where order_number = 'O00000906'");
      await page.goto(`/admin/orders/${orderRow?.id}`);
    },
  },
];
