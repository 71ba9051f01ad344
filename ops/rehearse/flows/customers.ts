import assert from "node:assert/strict";
import { type Flow, buildLine } from "./flow.ts";

const taxLine = (amount: number, reference = "device") => ({ ...buildLine(amount, reference), tax_code: null });
const austin = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "73301",
  country: "US",
};

export const customerFlows: Flow[] = [
  {
    name: "a customer is made, found again, and opens the page for payment methods",
    play: async ({ provider }) => {
      const id = await provider.createCustomer({
        org_id: "rehearsal",
        name: "Rehearsal",
        email: "rehearsal@example.com",
      });
      assert.equal((await provider.getCustomer(id))?.id, id);
      assert.match(
        (await provider.createSetupSession({ customer: id, return_url: "https://example.com/" })) ?? "",
        /^http/,
      );
    },
  },
  {
    name: "a customer opens the provider's portal",
    play: async (stage) => {
      const { customer } = await stage.buyer();
      const url = await stage.provider.createPortalSession({ customer, return_url: "https://example.com/" });
      assert.match(url ?? "", /^http/);
    },
  },
  {
    name: "a card is listed with what people know it by, and is gone when it was taken away",
    play: async (stage) => {
      const { customer, method } = await stage.buyer();
      const [found] = await stage.provider.listPaymentMethods(customer);
      assert.equal(found?.card?.last4, "4242");
      await stage.provider.detachPaymentMethod(method);
      assert.deepEqual(await stage.provider.listPaymentMethods(customer), []);
    },
  },
  {
    name: "tax of a cart is known line by line",
    play: async ({ provider }) => {
      const answer = await provider.calculateTax({
        address: austin,
        lines: [taxLine(10_000, "a"), taxLine(5000, "b")],
        shipping: 1000,
        exemption: "none",
      });
      assert.equal(answer.outcome, "done");
      assert.ok(answer.outcome === "done");
      const { tax, lines, shipping_tax } = answer.value;
      assert.equal(
        Object.values(lines).reduce((sum, each) => sum + each, shipping_tax),
        tax,
      );
    },
  },
  {
    name: "an address that nobody can find is told as that",
    play: async ({ provider }) => {
      const address = { ...austin, postal_code: "00000", state: "", city: "" };
      const { outcome } = await provider.calculateTax({
        address,
        lines: [taxLine(10_000)],
        shipping: 0,
        exemption: "none",
      });
      assert.equal(outcome, "location-invalid");
    },
  },
];
