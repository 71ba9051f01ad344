import { query } from "../../support/database.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { button } from "../account/steps.ts";
import { type State, openPath } from "./state.ts";

export async function createDiscrepancy(): Promise<string> {
  const charge = unique("ch_");
  await query(
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, org_id, last_seen_run)
     select 'orphan_charge', 'charge', $1, 0, 123456, 'charged_by_nobody', id, gen_random_uuid()
     from organizations order by length(name) desc limit 1`,
    [charge],
  );
  return charge;
}

async function createDisputedPayment(): Promise<void> {
  const { id } = await createOrganization();
  await query(
    `with i as (
       insert into invoices (org_id, reference_id, reference_type, amount, products, payment_status, is_disputed)
       values ($1, gen_random_uuid(), 'order', 1234567, '[]', 'disputed', true) returning id
     )
     insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
     select i.id, $1, $2 || kind, kind, amount from i, (values ('charge', 1234567), ('dispute_withdrawn', -1234567)) b (kind, amount)`,
    [id, unique("dp_")],
  );
}

export const financeStates: State[] = [
  { name: "finance", who: signedInAdmin, reach: openPath("/admin/finance?preset=this_year") },
  {
    name: "finance with a disputed payment",
    who: signedInAdmin,
    reach: async (page) => {
      await createDisputedPayment();
      await page.goto("/admin/finance?preset=this_month");
    },
  },
  {
    name: "ledger of disputes",
    who: signedInAdmin,
    reach: async (page) => {
      await createDisputedPayment();
      await page.goto("/admin/finance/ledger?line=disputes");
    },
  },
  { name: "ledger", who: signedInAdmin, reach: openPath("/admin/finance/ledger") },
  { name: "time zone of the shop", who: signedInAdmin, reach: openPath("/admin/settings/shop") },
  { name: "books", who: signedInAdmin, reach: openPath("/admin/integrations/books") },
  {
    name: "differences",
    who: signedInAdmin,
    reach: async (page) => {
      for (let count = 0; count < 3; count += 1) await createDiscrepancy();
      await page.goto("/admin/integrations/books/differences");
    },
  },
  {
    name: "difference, asked whether to close",
    who: signedInAdmin,
    reach: async (page) => {
      const charge = await createDiscrepancy();
      await page.goto(`/admin/integrations/books/differences?search=${charge}`);
      await page.locator("tbody a").first().click();
      await button(page, "Close with a note").click();
      await expect(button(page, "Keep open")).toBeVisible();
    },
  },
];
