import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";
import { expect } from "../../support/browser.ts";
import { type State, openAndAct, openPath } from "./state.ts";

async function createSearchResults(): Promise<Actor> {
  const rows = await createOrganizationRows();
  await query("update organizations set name = $2 where id = $1", [
    rows.org_id,
    `${unique("Findable")} Institute for Spectral Analysis of Everything That Shines`,
  ]);
  await query("update users set last_name = 'Findable' where id = $1", [rows.user_id]);
  await query("update products set name = $2 where id = $1", [rows.product_id, unique("Findable")]);
  await query("update devices set serial = $2 where id = $1", [rows.device_id, unique("FINDABLE").slice(0, 32)]);
  await query("update invoices set stripe_invoice_no = $2 where id = $1", [rows.invoice_id, unique("FINDABLE")]);
  await query("update orders set po_number = $2 where id = $1", [rows.order_id, unique("Findable")]);
  return signedInAdmin();
}

export const consoleStates: State[] = [
  { name: "settings", who: signedInAdmin, reach: openPath("/admin/settings") },
  { name: "mails", who: signedInAdmin, reach: openPath("/admin/settings/mails") },
  { name: "mail, a text", who: signedInAdmin, reach: openPath("/admin/settings/mails/orderShipped") },
  { name: "price levels", who: signedInAdmin, reach: openPath("/admin/settings/price-levels") },
  { name: "industries", who: signedInAdmin, reach: openPath("/admin/settings/industries") },
  { name: "license agreements", who: signedInAdmin, reach: openPath("/admin/settings/license") },
  {
    name: "license agreement, a version",
    who: signedInAdmin,
    reach: openPath("/admin/settings/license/versions/2026-01"),
  },
  {
    name: "license agreement, who agreed",
    who: signedInAdmin,
    reach: openPath("/admin/settings/license/versions/2026-01/agreed"),
  },
  {
    name: "license agreement, previewed",
    who: signedInAdmin,
    reach: openAndAct(
      "/admin/settings/license/new",
      (page) => page.getByRole("button", { name: "Preview" }).click(),
      "Preview",
    ),
  },
  { name: "legal texts", who: signedInAdmin, reach: openPath("/admin/settings/legal") },
  { name: "legal text, a version", who: signedInAdmin, reach: openPath("/admin/settings/legal/terms/2026-01") },
  { name: "legal text, being written", who: signedInAdmin, reach: openPath("/admin/settings/legal/new/terms") },
  { name: "search of the console", who: createSearchResults, reach: openPath("/admin/search?q=findable") },
  {
    name: "search of the console, suggestions",
    who: createSearchResults,
    reach: async (page) => {
      await page.goto("/admin/organizations");
      await page.getByRole("combobox").first().fill("findable");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
];
