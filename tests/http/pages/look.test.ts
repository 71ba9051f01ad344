import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { brotliCompressSync } from "node:zlib";
import { workerUrl } from "../../support/app.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { emptyShipment } from "../../support/shipping/empty-shipment.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { address, shop } from "../../support/store.ts";
import { readWords } from "./words.ts";

test.each([
  ["new", "declined", "Payment declined"],
  ["received", "disputed", "Payment disputed"],
  ["canceled", "refund_failed", "Refund failed"],
  ["shipped", "pending", "Payment pending"],
  ["shipped", "paid", "Shipped"],
  ["received", "partially_refunded", "Partly refunded"],
  ["received", "refunded", "Refunded"],
  ["canceled", "refunded", "Canceled"],
])("an order that is %s and whose payment is %s has one state: %s", async (status, payment, state) => {
  const { client, user } = await signedIn({ roles: ["buyer", "user"] });
  const [order] = await query<{ id: string }>(
    `insert into orders (org_id, user_id, total, status, payment_status, shipping_data)
     values ($1, $2, 100, $3, $4, $5) returning id`,
    [user.org_id, user.id, status, payment, emptyShipment],
  );
  for (const path of ["/portal/orders", `/portal/orders/${order?.id}`]) {
    const html = await (await client.fetch(path)).text();
    const [, main = ""] = html.split("<main");
    const badges = [...main.matchAll(/class="badge [^"]*">([^<]+)/g)].map(([, text]) => text);
    expect(badges, path).toEqual([state]);
  }
});

test("an empty list says in its title what is missing, and below it what will be there", async () => {
  const { client } = await signedIn({ roles: ["buyer", "user"] });
  expect(await readWords(client, "/portal/orders")).toContain("Your organization has not ordered anything yet. Orders");
  const html = await (await client.fetch("/portal/orders")).text();
  expect(html).toMatch(/<svg [^>]*width="160"[^>]*line-drawing/);
  expect(html).toContain("<b>Your organization has not ordered anything yet.</b> <p>Orders will be listed here.</p>");
});

const drawings = "islands/public/products/small";

test("each product of the demonstration has a drawing for small sizes, of at most 6,000 bytes as it is sent", async () => {
  const names = readdirSync(drawings);
  expect(names).toHaveLength(21);
  for (const name of names) {
    const answer = await fetch(`${workerUrl}/products/small/${name}`);
    expect(answer.headers.get("content-type"), name).toContain("image/svg+xml");
    const text = await answer.text();
    expect(brotliCompressSync(text).length, name).toBeLessThanOrEqual(6000);
    expect(text, name).toContain("prefers-color-scheme:dark");
    expect(text, name).toContain('stroke-width="2"');
  }
});

test("devices on the first page are tiles with the small drawing, a count and what can be updated", async () => {
  const { client, user } = await signedIn({ roles: ["org", "buyer", "user"] });
  const product = await shop.createProduct();
  await query("update products set main_image = '/products/terra-t20.svg' where id = $1", [product.id]);
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "1.5.0", published: 3 });
  await query(
    `insert into devices (org_id, product_id, serial, installed_version)
     select $1, $2, serial, version from unnest($3::text[], array['1.4.0', '1.5.0', null]) as d (serial, version)`,
    [user.org_id, product.id, [unique("A"), unique("B"), unique("C")]],
  );
  expect(await readWords(client, "/portal")).toContain(`Devices 3 All devices ${product.name} 3 1 update`);
  expect(await (await client.fetch("/portal")).text()).toContain('src="/products/small/terra-t20.svg"');
});

const stepsOf = (html: string) =>
  [...html.matchAll(/<li(?: [a-z-]+="step")? class="(done|current|open|wrong)"[^>]*><b>([^<]+)/g)].map(
    ([, state, label]) => [label, state],
  );

test.each([
  ["new", "pending", ["done", "current", "open", "open", "open"]],
  ["new", "declined", ["done", "wrong", "open", "open", "open"]],
  ["processing", "paid", ["done", "done", "current", "open", "open"]],
  ["shipped", "paid", ["done", "done", "done", "current", "open"]],
  ["received", "paid", ["done", "done", "done", "done", "done"]],
  ["canceled", "refunded", []],
])("the steps of an order that is %s and %s", async (status, payment, states) => {
  const { client, user } = await signedIn({ roles: ["buyer", "user"] });
  const [order] = await query<{ id: string }>(
    `insert into orders (org_id, user_id, total, status, payment_status, shipping_data)
     values ($1, $2, 100, $3, $4, $5) returning id`,
    [user.org_id, user.id, status, payment, { ...emptyShipment, address }],
  );
  const html = await (await client.fetch(`/portal/orders/${order?.id}`)).text();
  const labels = ["Placed", "Paid", "Being built", "Shipped", "Received"];
  expect(stepsOf(html)).toEqual(states.map((state, index) => [labels[index], state]));
});

test("no two parts of a list have one id, or a label would name the wrong field", async () => {
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  const { id } = await shop.createProduct();
  for (const path of ["/portal/devices", "/portal/search", "/store/products", `/store/products/${id}`]) {
    const html = await (await client.fetch(path)).text();
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, each]) => each);
    expect(ids, path).toEqual([...new Set(ids)]);
  }
});

test("account screens lead to what the law and a person in trouble need, and an expired link leads back to sign-in", async () => {
  for (const path of ["/sign-in/crunchbox", "/request-account", "/recover-password?expired=true"]) {
    const [, footer = ""] = (await (await fetch(workerUrl + path)).text()).split("<footer>");
    expect([...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/store/legal/privacy",
      "/store/legal/imprint",
      "/status",
      "/accessibility",
    ]);
  }
  const html = await (await fetch(`${workerUrl}/recover-password?expired=true&redirect_uri=%2Fportal`)).text();
  expect(html).toMatch(/href="[^"]*redirect_uri=%2Fportal" class="aside">Back to sign-in</);
});

test("lists to paste say beside the form what follows", async () => {
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const [path, lastStep] of [
    ["/portal/quick-order", "Then you add the others to your cart with one click."],
    ["/portal/devices/import", "You confirm. Until then, no device changes."],
  ] as const)
    expect(await readWords(client, path)).toMatch(
      new RegExp(`What happens next.* say why. You correct them here. ${lastStep}`),
    );
});
