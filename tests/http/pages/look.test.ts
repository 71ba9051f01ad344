import { expect, test } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { readWords } from "./words.ts";

const unsent = {
  personal_data: { first_name: "Test", last_name: "Buyer", phone: null, email: "buyer@example.test" },
  address: null,
  packages: [],
  method: null,
};

test.each([
  ["new", "declined", "Payment declined"],
  ["received", "disputed", "Payment disputed"],
  ["canceled", "refund_failed", "Refund failed"],
  ["shipped", "pending", "Payment pending"],
  ["shipped", "paid", "Shipped"],
  ["received", "partially_refunded", "Received"],
  ["received", "refunded", "Refunded"],
  ["canceled", "refunded", "Canceled"],
])("an order that is %s and whose payment is %s has one state: %s", async (status, payment, state) => {
  const { client, user } = await signedIn({ roles: ["buyer", "user"] });
  const [order] = await query<{ id: string }>(
    `insert into orders (org_id, user_id, total, status, payment_status, shipping_data)
     values ($1, $2, 100, $3, $4, $5) returning id`,
    [user.org_id, user.id, status, payment, unsent],
  );
  for (const path of ["/portal/orders", `/portal/orders/${order?.id}`]) {
    const html = await (await client.fetch(path)).text();
    const [, main = ""] = html.split("<main");
    const shown = [...main.matchAll(/class="badge [^"]*">([^<]+)/g)].map(([, text]) => text);
    expect(shown, path).toEqual([state]);
  }
});

test("an empty list says in its title what is missing, and below it what will be there", async () => {
  const { client } = await signedIn({ roles: ["buyer", "user"] });
  expect(await readWords(client, "/portal/orders")).toContain("Your organization has not ordered anything yet. Orders");
  const html = await (await client.fetch("/portal/orders")).text();
  expect(html).toMatch(/<svg [^>]*width="160"[^>]*line-drawing/);
  expect(html).toContain("<b>Your organization has not ordered anything yet.</b> <p>Orders will be listed here.</p>");
});
