import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../../service.ts";
import { moveCredit } from "../customers/credit.ts";
import { getCustomer } from "../customers/customers.ts";
import type { World } from "../state.ts";
import { addKnownAccountInvoices, knownAccountInvoicesShape } from "./known-account-invoice.ts";
import { addKnownCustomer, knownCustomerShape } from "./known-customer.ts";
import { addKnownPayments, knownPaymentsShape } from "./known-payment.ts";
import { addKnownSales, knownSalesShape } from "./known-sale.ts";
import { refuseAmount, refusalSteps } from "./refusals.ts";
import { changeSettings, getSettings } from "./settings.ts";

const centsShape = z.int().min(-999_999_999_999).max(999_999_999_999);
const settingsShape = z.strictObject({
  mode: z.enum(["test", "live"]).optional(),
  tax: z.enum(["active", "inactive", "no-head-office"]).optional(),
  registrations: z.enum(["present", "none"]).optional(),
  portal: z.enum(["saved", "unsaved"]).optional(),
  bank_accounts: z.enum(["on", "off"]).optional(),
  default_currency: z.string().length(3).optional(),
  balance: z.enum(["readable", "refused"]).optional(),
});
const customerShape = z.strictObject({ customer: z.string(), balance: centsShape });
const refusalShape = z.strictObject({ amount: centsShape, at: z.enum(refusalSteps).default("finalize") });

/**
 * Settings and credit that the account's owner changes in the Dashboard, objects that existed before, and amounts to
 * refuse.
 */
export function accountControls(world: World): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>()
    .get("/settings", (c) => c.json(getSettings(world)))
    .post("/settings", async (c) => {
      return c.json(changeSettings(world, settingsShape.parse(await c.req.json())));
    })
    .post("/customers", async (c) => {
      const { customer: id, balance } = customerShape.parse(await c.req.json());
      const customer = getCustomer(world, id);
      moveCredit(world, customer, balance - customer.balance, { type: "adjustment" });
      return c.json(customer);
    })
    .post("/known-customers", async (c) =>
      c.json(addKnownCustomer(world, knownCustomerShape.parse(await c.req.json())), 201),
    )
    .post("/known-payments", async (c) =>
      c.json(addKnownPayments(world, knownPaymentsShape.parse(await c.req.json())), 201),
    )
    .post("/known-account-invoices", async (c) =>
      c.json(addKnownAccountInvoices(world, knownAccountInvoicesShape.parse(await c.req.json())), 201),
    )
    .post("/known-sales", async (c) => c.json(addKnownSales(world, knownSalesShape.parse(await c.req.json())), 201))
    .post("/refusals", async (c) => {
      const { amount, at } = refusalShape.parse(await c.req.json());
      refuseAmount(world, at, amount);
      return c.json({ amount, at }, 201);
    })
    .delete("/refusals", (c) => {
      for (const { id } of Array.from(world.refusals.all())) world.refusals.delete(id);
      return c.json({});
    });
}
