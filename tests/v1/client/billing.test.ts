import { describe, expect, test } from "vitest";
import {
  openBillingPortal,
  openSetupCheckout,
  listPaymentMethods,
} from "../../../worker/contract/v1/client/billing.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { signedIn } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { cards, shop } from "../../support/store.ts";

const signInBuyer = () => signedIn({ roles: ["buyer", "user"] });

describe("adding a payment method", () => {
  test("happens on the provider's page and leads back to the store", async () => {
    const { client } = await signInBuyer();
    expect((await client.call(listPaymentMethods)).reply().data).toEqual([]);
    const redirect_uri = `${workerUrl}/store/checkout`;
    const { url } = (await client.call(openSetupCheckout, { query: { redirect_uri } })).reply();
    expect(new URL(url).origin).not.toBe(new URL(workerUrl).origin);
    const redirect = await shop.submit(url, { choice: cards.good });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([303, redirect_uri]);
    expect((await client.call(listPaymentMethods)).reply().data).toMatchObject([
      { type: "card", card: { brand: "visa", last4: "4242" } },
    ]);
  });

  test("is refused there for a card that the bank refuses", async () => {
    const { client } = await signInBuyer();
    const { url } = (await client.call(openSetupCheckout)).reply();
    expect((await shop.submit(url, { choice: "4000000000000002" })).status).toBe(402);
    expect((await client.call(listPaymentMethods)).reply().data).toEqual([]);
  });

  test.each(["https://evil.test/", "//evil.test", "javascript:alert(1)"])(
    "does not lead back to %s",
    async (redirect_uri) => {
      const answer = await (await signInBuyer()).client.call(openSetupCheckout, { query: { redirect_uri } });
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["redirect_uri"]]);
    },
  );

  test("asked for ten times at once makes one customer of the organization", async () => {
    const { client, user } = await signInBuyer();
    for (const answer of await sendAtOnce(10, () => client.call(openSetupCheckout))) answer.reply();
    const customers = (await shop.objects("customer")).filter(({ metadata }) =>
      JSON.stringify(metadata).includes(user.org_id),
    );
    expect(customers).toHaveLength(1);
  });

  test("while the billing email changes makes a customer who is billed at the new one", async () => {
    const { client, user, billing_email, answers } = await raceForRow(async () => {
      const manager = await signedIn({ roles: ["org", "buyer", "user"] });
      const body = { billing_email: uniqueEmail() };
      const lock = await hold("select 1 from organizations where id = $1 for update", [manager.user.org_id]);
      const requests = [
        () => manager.client.call(updateOwnOrganization, { body }),
        () => manager.client.call(openSetupCheckout),
      ];
      return { ...manager, ...body, lock, requests };
    });
    expect(answers.map(({ errcode }) => errcode)).toEqual([undefined, undefined]);
    const [organization] = await query<{ customer: string }>(
      "select stripe_customer_id as customer from organizations where id = $1",
      [user.org_id],
    );
    const [customer] = await shop.objects("customer", { id: organization?.customer ?? "" });
    expect(customer).toMatchObject({ email: billing_email });
    expect((await client.call(getOwnOrganization)).reply().billing_email).toBe(billing_email);
  });

  test("a moment before a form saves another billing email does not make the form outdated", async () => {
    const { user, billing_email, answers } = await raceForRow(async () => {
      const manager = await signedIn({ roles: ["org", "buyer", "user"] });
      const { updated_at } = (await manager.client.call(getOwnOrganization)).reply();
      const body = { billing_email: uniqueEmail(), updated_at };
      const lock = await hold("select 1 from organizations where id = $1 for update", [manager.user.org_id]);
      const requests = [
        () => manager.client.call(openSetupCheckout),
        () => manager.client.call(updateOwnOrganization, { body }),
      ];
      return { ...manager, ...body, lock, requests };
    });
    expect(answers.map(({ errcode }) => errcode)).toEqual([undefined, undefined]);
    const [organization] = await query<{ customer: string; billing_email: string }>(
      "select stripe_customer_id as customer, billing_email from organizations where id = $1",
      [user.org_id],
    );
    expect(organization?.billing_email).toBe(billing_email);
    const [customer] = await shop.objects("customer", { id: organization?.customer ?? "" });
    expect(customer).toMatchObject({ email: billing_email });
  });

  test("needs a billing address for mail, as the portal does", async () => {
    const { client, user } = await signInBuyer();
    await query("update organizations set billing_email = null where id = $1", [user.org_id]);
    const answers = [await client.call(openSetupCheckout), await client.call(openBillingPortal)];
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [404, "ORG_EMAIL_NOT_FOUND"],
      [404, "ORG_EMAIL_NOT_FOUND"],
    ]);
  });
});

test("the portal is the provider's page of the organization", async () => {
  const { client } = await signInBuyer();
  const { url } = (await client.call(openBillingPortal)).reply();
  expect((await fetch(url)).status).toBe(200);
});
