// Data that the first administrator of a deployed shop enters, up to the first sale.
import { expect } from "vitest";
import { createLegalText } from "../../worker/contract/v1/admin/settings/legal-texts.ts";
import { createOrganization } from "../../worker/contract/v1/admin/organizations.ts";
import { createProduct, publishProduct } from "../../worker/contract/v1/admin/products.ts";
import { checkReadiness } from "../../worker/contract/v1/admin/readiness.ts";
import { createShippingRate } from "../../worker/contract/v1/admin/shipping-rates.ts";
import { requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { createTotp, enableTotp } from "../../worker/contract/v1/sso/security.ts";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { finishSetUp } from "../../worker/contract/v1/sso/user.ts";
import { listProducts } from "../../worker/contract/v1/store/products.ts";
import { type Client, createClient } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { totpCode } from "../support/factors.ts";
import { openLink, waitForLink } from "../support/inbox.ts";
import { shopOn } from "../support/store.ts";
import type { NewShop } from "./new-shop.ts";

export async function signInFirst(shop: NewShop, email: string, agreement_version: string): Promise<Client> {
  const admin = createClient({ url: shop.url });
  (await admin.call(requestPasswordReset, { body: { email } })).reply();
  const link = await waitForLink(email, "", shop.fakes);
  expect(link.url).toContain(shop.url);
  (await openLink(admin, link)).reply();
  (await admin.call(finishSetUp, { body: { password: "First-1234!", agreement_version } })).reply();
  (await admin.call(signIn, { body: { username: email, password: "First-1234!" } })).reply();
  const { secret } = (await admin.call(createTotp)).reply();
  (await admin.call(enableTotp, { body: { code: totpCode(secret) } })).reply();
  return admin;
}

async function addProduct(admin: Client, body: object): Promise<void> {
  const { id } = (await admin.call(createProduct, { body })).reply();
  (await admin.call(publishProduct, { params: { product_id: id } })).reply();
}

/** Functions that enter missing data, by the name after "shop: " in the doctor's lines. */
export const entries = {
  "legal texts": async (admin: Client) => {
    for (const kind of ["terms", "privacy", "returns", "imprint"] as const) {
      const body = { kind, version: "2026-01", title: kind, html: `<p>What CGX says about ${kind}.</p>` };
      (await admin.call(createLegalText, { body })).reply();
    }
  },
  product: (admin: Client) =>
    addProduct(admin, { name: "Aquila 20", type: "hardware", price_levels: { "Base Price": 129_900 } }),
  plan: (admin: Client) =>
    addProduct(admin, {
      name: "Aquila Cloud",
      type: "software",
      price_levels: { "Base Price": 4900 },
      subscription_term: "month",
      author: "CGX",
    }),
  "shipping rate": async (admin: Client) => {
    (await admin.call(createShippingRate, { body: { country: null, option: "Ground", price: 2500 } })).reply();
  },
  organization: async (admin: Client) => {
    (await admin.call(createOrganization, { body: { name: "Field Labs" } })).reply();
  },
};

export async function expectFirstSale(shop: NewShop, admin: Client): Promise<void> {
  expect((await admin.call(checkReadiness)).reply()).toMatchObject({ is_ready: true });
  const query = openDatabase(shop.sandbox.databaseUrl);
  const store = shopOn({ query, factories: factoriesOn(query), sandbox: shop.fakes, url: shop.url });
  const buyer = await store.buyer();
  const { data } = (await buyer.client.call(listProducts, { query: {} })).reply();
  expect(data.length).toBeGreaterThan(0);
  await store.fillCart(buyer, data);
  (await store.checkout(buyer)).reply();
  expect((await store.books(buyer.org_id)).orders).toEqual([expect.objectContaining({ payment_status: "paid" })]);
}
