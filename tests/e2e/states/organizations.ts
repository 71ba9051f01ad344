import type { Page } from "playwright";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrgProduct } from "../../../worker/contract/v1/client/org-products.ts";
import { createUser, unique } from "../../support/factories.ts";
import { createDevice } from "../../support/shipping/orders.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";
import type { State } from "./state.ts";

const address = {
  line1: "2200 Riverside Drive, building of the Department of Applied Spectroscopy",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78741",
  country: "US",
};

/** Creates a customer with every kind of data and a long name; returns the path of its page. */
async function createCustomer(): Promise<string> {
  const { owner } = await createOrganizationRows();
  for (let count = 0; count < 6; count += 1) await createUser({ org_id: owner.org_id });
  await query(
    `update organizations set name = $2, price_level_name = 'Partner', industry = 'Optics', net_suite_id = $3, address = $4,
       notes = E'Calls on Mondays.\\nPays late, and always in full.', address_books = $5, contacts = $6
     where id = $1`,
    [
      owner.org_id,
      unique("Maximiliane-Theodora Wittelsbach-Harrach Photonics"),
      unique("NS"),
      address,
      JSON.stringify([{ address, phone: "+1 512 555 0110" }]),
      JSON.stringify([{ name: "Goods-in", role: "Warehouse", email: "goods@example.test", phone: null }]),
    ],
  );
  return `/admin/organizations/${owner.org_id}`;
}

async function createClaims(): Promise<void> {
  const [buyer, device] = [await signedIn({ roles: ["buyer", "user"] }), await createDevice()];
  await query("update organizations set name = $2 where id = $1", [
    buyer.user.org_id,
    unique("Maximiliane-Theodora Wittelsbach-Harrach Photonics"),
  ]);
  for (let n = 0; n < 3; n += 1)
    (await buyer.client.call(createOrgProduct, { body: { serial_number: device.serial() } })).reply();
}

const submitForm = (page: Page) => page.getByRole("button", { name: /^Save / }).click();

export const organizationStates: State[] = [
  { name: "customer", who: signedInAdmin, reach: async (page) => void (await page.goto(await createCustomer())) },
  {
    name: "customer, changed by somebody else meanwhile",
    who: signedInAdmin,
    reach: async (page) => {
      const path = await createCustomer();
      await query("insert into industries (name) values ('Robotics') on conflict do nothing");
      await page.goto(`${path}/edit`);
      await query(
        `update organizations set industry = 'Photonics', notes = 'Theirs', updated_at = updated_at + interval '1 second'
         where id = $1`,
        [path.split("/").at(-1)],
      );
      await page.getByLabel("Industry").selectOption("Robotics");
      await submitForm(page);
      await expect(page.getByRole("region", { name: "Changed in the meantime" })).toBeVisible();
    },
  },
  {
    name: "customer, asked whether to remove a device",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`${await createCustomer()}/devices`);
      await page.getByRole("button", { name: "Remove" }).first().click();
      await expect(page.getByRole("button", { name: "Yes, remove it" })).toBeVisible();
    },
  },
  {
    name: "unverified devices, one selected",
    who: signedInAdmin,
    reach: async (page) => {
      await createClaims();
      await page.goto("/admin/device-claims");
      await page.locator("main tbody input[type=checkbox]").first().check();
    },
  },
  {
    name: "unverified devices, asked whether to remove them",
    who: signedInAdmin,
    reach: async (page) => {
      await createClaims();
      await page.goto("/admin/device-claims");
      await page.locator("main tbody input[type=checkbox]").first().check();
      await page.getByRole("button", { name: "Remove" }).click();
      await expect(page.getByRole("button", { name: "Yes, remove them" })).toBeVisible();
    },
  },
  {
    name: "made serial numbers, a file that is none",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto("/admin/made-serials");
      await page.getByLabel("CSV file").setInputFiles({
        name: "made.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("nothing"),
      });
      await page.getByRole("button", { name: "Import" }).click();
      await expect(page.locator("main")).toContainText("The first line must name the columns");
    },
  },
];
