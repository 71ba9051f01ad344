import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inactivateUser } from "../../worker/contract/v1/admin/users.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { createReadyBuyer, submitCart } from "./buying.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";

let app: FaultApp;
let device: TestProduct;
beforeAll(async () => {
  app = await startFaultApp();
  device = await app.shop.createProduct();
});
afterEach(() => app.shop.sandbox.clearFaults());
afterAll(() => app?.stop());

describe("an administrator who inactivates a buyer", () => {
  const inactivate = async (buyer: Buyer) => {
    const { client } = await app.shop.signedInAdmin();
    (await client.call(inactivateUser, { params: { user_id: buyer.user.id } })).reply();
    return (await app.shop.charges(buyer.customer)).length;
  };
  const expectNoChargeAfter = async (buyer: Buyer, charged: number) => {
    await app.tick();
    await app.tick();
    await app.shop.settled();
    expect((await app.shop.charges(buyer.customer)).length).toBe(charged);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  };

  test.each([
    ["prices the taxes", { path: "/v1/tax" }],
    ["makes the invoice", { path: "/v1/invoices", text: "auto_advance=" }],
    ["takes the money", { path: "/pay", text: "payment_method=" }],
  ])("while the provider %s gets their answer after the last charge", async (_, place) => {
    const buyer = await createReadyBuyer(app.shop, [device]);
    await app.shop.sandbox.addFault({ service: "stripe", kind: "delay", value: 1200, ...place });
    const checkout = submitCart(buyer);
    const isReached = async () => (await (await fetch(`${app.sandbox.url}/faults`)).text()) === "[]";
    await expect.poll(isReached).toBe(true);
    const charged = await inactivate(buyer);
    expect((await checkout).status).toBeLessThan(500);
    await expectNoChargeAfter(buyer, charged);
  });

  test.each([
    ["an order", () => app.shop.createProduct()],
    ["a plan", () => app.shop.createPlan()],
  ])("who is at the bank's page for %s cannot pay there any more", async (_, create) => {
    const buyer = await app.shop.buyer();
    await app.shop.fillCart(buyer, [await create()], cards.asks);
    // Webhooks are held, because one would end the payment, too; the inactivation must end it alone.
    await app.shop.control("/deliveries", { action: "hold" });
    const { action_url } = (await app.shop.checkout(buyer)).reply();
    expect(await inactivate(buyer)).toBe(0);
    const page = await app.shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    expect(page.status).toBeLessThan(500);
    expect(await app.shop.charges(buyer.customer)).toEqual([]);
    await app.shop.control("/deliveries", { action: "release" });
    await expectNoChargeAfter(buyer, 0);
    expect((await app.shop.books(buyer.org_id)).attempts).toEqual([{ status: "failed" }]);
  });

  test("whose payment nobody knows the outcome of charges them nothing more, and keeps what was charged", async () => {
    for (const when of ["before", "after"] as const) {
      const buyer = await createReadyBuyer(app.shop, [device]);
      await app.shop.control("/deliveries", { action: "hold" });
      const fault = { service: "stripe", path: "/pay", text: "payment_method=", kind: "cut", times: 2, when } as const;
      await app.shop.sandbox.addFault(fault);
      expect((await submitCart(buyer)).reply().payment_status).toBe("pending");
      await app.postponeRetries();
      const charged = await inactivate(buyer);
      expect(charged).toBe(when === "after" ? 1 : 0);
      await expectNoChargeAfter(buyer, charged);
      expect((await app.shop.books(buyer.org_id)).orders.length).toBe(charged);
      await app.shop.control("/deliveries", { action: "release" });
    }
  });
});
