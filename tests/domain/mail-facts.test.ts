import { describe, expect, test } from "vitest";
import { mailTypeNames, specifiedTypeNames, specifiedTypes } from "../../worker/contract/notification-types.ts";
import { renderMail } from "../../worker/mail/index.ts";
import { facts, payloads } from "./mail-examples.ts";

const visibleText = (html: string) =>
  html
    .replace(/^[\s\S]*<h1/, "<h1")
    .replace(/<\/?(strong|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test.each(mailTypeNames)("%s says its facts in HTML and in text", (type) => {
  const { html, text } = renderMail(type, payloads[type]);
  const [htmlText, plainText] = [visibleText(html), text.replace(/\s+/g, " ")];
  for (const fact of facts[type]) {
    expect(htmlText).toContain(fact);
    expect(plainText).toContain(fact);
  }
});

describe("what is not known is left out", () => {
  const minimalPayload = { order_number: "7", product: { name: "Flowpoint Pro" }, version: "1", days_left: 1 };
  const device = { device_name: "Quick-20r", device_serial: "1" };
  const payload = { ...minimalPayload, ...device };
  const types = specifiedTypeNames.filter((type) => specifiedTypes[type].payload.safeParse(payload).success);

  test("by the 26 types that an administrator may send too", () => expect(types).toHaveLength(26));

  test.each(types)("in %s", (type) => {
    const { subject, html, text } = renderMail(type, payload);
    expect(`${subject}\n${text}`).not.toMatch(/undefined|null|NaN|\$|support| {2}| [.,]/);
    expect(html).not.toMatch(/undefined|<tbody><\/tbody>|<a /);
  });
});

test("a failed payment of a subscription says what happens to the subscription and has no order", () => {
  const { order_number: _, ...renewal } = payloads.paymentFailed;
  const { subject, text } = renderMail("paymentFailed", { ...renewal, product: { name: "Flowpoint Pro" } });
  expect(subject).toBe("Your payment for your subscription to Flowpoint Pro failed");
  expect(text).toContain("the subscription ends");
  expect(text).not.toContain("order");
});

test("a failed payment holds an order back, but not one on account, which may have shipped already", () => {
  const held = "Nothing ships until the order is paid.";
  expect(renderMail("paymentFailed", payloads.paymentFailed).text).toContain(held);
  const order_details = { paid_by: { type: "account", name: null, last4: "" } };
  expect(renderMail("paymentFailed", { ...payloads.paymentFailed, order_details }).text).not.toContain(held);
});

test.each([
  [0, "Your subscription renews today: Flowpoint Pro"],
  [1, "Your subscription renews tomorrow: Flowpoint Pro"],
  [30, "Your subscription renews in 30 days: Flowpoint Pro"],
])("a reminder %i days ahead says when in its subject", (days_left, subject) => {
  const payload = { ...payloads.subscriptionRenewalReminder, days_left };
  expect(renderMail("subscriptionRenewalReminder", payload).subject).toBe(subject);
});

test("a free delivery and a tax of nothing are printed, and an address may have no state", () => {
  const { order_details, billing_address } = payloads.orderConfirmed;
  const details = { ...order_details, delivery_price: 0, tax: 0, tax_percentage: 0 };
  const address = { ...billing_address, state: "", city: "Singapore", postal_code: "049483", country: "SG" };
  const payload = { ...payloads.orderConfirmed, order_details: details, billing_address: address };
  const { text } = renderMail("orderConfirmed", payload);
  expect(text).toContain("Shipping, Ground: $0.00\nTax (0%): $0.00\n");
  expect(text).toContain("1 Main Street, Singapore, 049483, SG");
});

test("product, device and version names cannot break out of their line", () => {
  const evil = "Pro\r\nBcc: victim@evil.test\u202e";
  const payload = { ...payloads.subscriptionExpired, product: { name: evil }, version: evil, device_name: evil };
  for (const type of ["subscriptionExpired", "newSoftwareVersion"] as const) {
    const { subject, text } = renderMail(type, payload);
    expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).not.toMatch(/^Bcc:|\u202e/m);
  }
});
