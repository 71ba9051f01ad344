import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createAccountRequest, createProduct, createUser, unique } from "../../support/factories.ts";
import { expect } from "../../support/browser.ts";
import { type State, openPath } from "./state.ts";

/** Creates a request with very long names and many known facts, among thirty others; returns its id. */
async function createBusyRequest(): Promise<string> {
  const domain = `${unique("longest-domain-of-a-company").toLowerCase()}.test`;
  for (let count = 0; count < 30; count += 1) await createAccountRequest();
  for (const name of ["one", "two"]) await createUser({ email: `${name}@${domain}` });
  await createAccountRequest({ email: `colleague@${domain}` });
  const { id } = await createAccountRequest({
    email: `new@${domain}`,
    first_name: "Maximiliane-Theodora",
    last_name: "Wittelsbach-Harrach",
    org_name: "Gesellschaft fuer Feldspektroskopie und Messwesen, Anstalt in Ulm",
    serial: (await createProduct()).serial(),
  });
  return id;
}

export const requestListStates: State[] = [
  {
    name: "account request, much is known",
    who: signedInAdmin,
    reach: async (page) => void (await page.goto(`/admin/requests/${await createBusyRequest()}`)),
  },
  {
    name: "account request, asked whether to reject",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`/admin/requests/${await createBusyRequest()}`);
      await page.getByRole("button", { name: /^Reject / }).click();
      await expect(page.getByRole("button", { name: "Yes, reject" })).toBeVisible();
    },
  },
  {
    name: "account request, decided",
    who: signedInAdmin,
    reach: async (page) => {
      const { id } = await createAccountRequest();
      await query("update account_requests set status = 'rejected' where id = $1", [id]);
      await page.goto(`/admin/requests/${id}`);
    },
  },
  { name: "account requests as a list", who: signedInAdmin, reach: openPath("/admin/requests/list") },
];
