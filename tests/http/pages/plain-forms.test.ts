// What holds for every form that works without script: refusals, ended sessions and hostile bodies.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { createClient, type Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createSession } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { readControls } from "./controls.ts";

const post = (client: Client, path: string, fields: Record<string, string> | string) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  });
const fetchQuantities = async (client: Client) => (await client.call(getCart)).reply().products;
async function readFlash(client: Client, path = "/store/cart", tone = "danger"): Promise<string | undefined> {
  const html = await (await client.fetch(path)).text();
  return new RegExp(`<div [^>]*class="notice ${tone}"[^>]*>(.*?)</div>`, "s").exec(html)?.[1]?.trim();
}

describe("the forms of the cart", () => {
  test("add, set and remove as their calls do, and lead to the cart", async () => {
    const [{ client }, { id }] = [await shop.buyer(), await shop.createProduct()];
    for (const [path, quantity, expected] of [
      ["/store/cart/add", "2", { [id]: 2 }],
      ["/store/cart/add", "3", { [id]: 5 }],
      ["/store/cart/quantity", "4", { [id]: 4 }],
      ["/store/cart/remove", "", {}],
    ] as const) {
      const fields = path.endsWith("/quantity")
        ? { [`products.${id}`]: quantity }
        : { product_id: id, ...(quantity && { quantity }) };
      const answer = await post(client, path, fields);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, "/store/cart"]);
      expect(await fetchQuantities(client)).toEqual(expected);
    }
    expect(await readFlash(client)).toBeUndefined();
  });

  test("what was added is said on the cart, once, also when the click came before the script", async () => {
    const [{ client }, { id }] = [await shop.buyer(), await shop.createProduct()];
    await post(client, "/store/cart/add", { product_id: id, quantity: "12" });
    expect(await readFlash(client, "/store/cart", "success")).toBe("Added. You have 12 in your cart.");
    expect(await readFlash(client, "/store/cart", "success")).toBeUndefined();
    await post(client, "/store/cart/add", { product_id: id, quantity: "3" });
    expect(await readFlash(client, "/store/cart", "success")).toBe("Added. You have 15 in your cart.");
  });

  test("a form without a quantity adds one", async () => {
    const [{ client }, plan] = [await shop.buyer(), await shop.createPlan()];
    await post(client, "/store/cart/add", { product_id: plan.id });
    expect(await fetchQuantities(client)).toEqual({ [plan.id]: 1 });
  });

  test.each(["0", "-1", "1.5", "10001", "many", "", "1e3"])(
    "a quantity of %j is refused in words",
    async (quantity) => {
      const [{ client }, { id }] = [await shop.buyer(), await shop.createProduct()];
      const answer = await post(client, "/store/cart/quantity", { [`products.${id}`]: quantity });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/store/cart"]);
      expect(await readFlash(client)).toBe("The quantity must be a whole number from 1 to 10,000.");
    },
  );

  test("more than 10,000 of a product are refused in words", async () => {
    const [{ client }, { id }] = [await shop.buyer(), await shop.createProduct()];
    await post(client, "/store/cart/add", { product_id: id, quantity: "10000" });
    await post(client, "/store/cart/add", { product_id: id, quantity: "1" });
    expect(await readFlash(client)).toBe("A cart holds at most 10,000 of a product.");
    expect(await fetchQuantities(client)).toEqual({ [id]: 10_000 });
  });

  test("a refusal is told once, on its own page alone", async () => {
    const [{ client }, plan] = [await shop.buyer(), await shop.createPlan()];
    await post(client, "/store/cart/add", { product_id: plan.id });
    await post(client, "/store/cart/add", { product_id: plan.id });
    expect(await readFlash(client, "/portal/orders")).toBeUndefined();
    expect(await readFlash(client)).toBe(
      "Your cart already holds this plan. One of each is enough for the whole organization.",
    );
    expect(await readFlash(client)).toBeUndefined();
  });

  test("a plan that the organization holds is told with the way to it", async () => {
    const [{ client, org_id }, plan] = [await shop.buyer(), await shop.createPlan()];
    await query(
      "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month')",
      [plan.id, org_id],
    );
    await post(client, "/store/cart/add", { product_id: plan.id });
    expect(await readFlash(client)).toBe(
      'Your organization already has a subscription to this plan. <a href="/portal/subscriptions">See subscriptions</a>',
    );
  });

  test("who may not buy is refused, a visitor signs in and comes back to the cart", async () => {
    const { id } = await shop.createProduct();
    const { client } = await signedIn();
    expect((await post(client, "/store/cart/add", { product_id: id })).status).toBe(403);
    const answer = await post(createClient(), "/store/cart/add", { product_id: id });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/sign-in/crunchbox?is_payment_redirect=true&redirect_uri=%2Fstore%2Fcart",
    ]);
  });

  test("who must sign in first is led back to what they typed, and to nothing else", async () => {
    const [{ id }, { id: other }] = [await shop.createProduct(), await shop.createProduct()];
    const fetchReturnPath = async (path: string, fields: Record<string, string>) => {
      const location = (await post(createClient(), path, fields)).headers.get("location") ?? "";
      return new URL(location, "http://here").searchParams.get("redirect_uri");
    };
    expect(await fetchReturnPath("/store/cart/add", { product_id: id, quantity: "7" })).toBe(
      `/store/products/${id}?quantity=7`,
    );
    expect(await fetchReturnPath("/store/cart/add", { product_id: "//evil.test", quantity: "7" })).toBe("/store/cart");
    const typedFields = {
      [`products.${id}`]: "3",
      [`products.${other}`]: "many",
      "products.//evil.test": "1",
      step: "x",
    };
    for (const path of ["/store/cart/quantity", "/store/cart/checkout"])
      expect(await fetchReturnPath(path, typedFields)).toBe(`/store/cart?products.${id}=3`);
    expect(await fetchReturnPath("/store/cart/remove", { product_id: id })).toBe("/store/cart");
  });
});

describe("a body of any kind", () => {
  const bodies: [string, string, string][] = [
    ["broken percents", "application/x-www-form-urlencoded", "product_id=%zz%&%=%"],
    ["NUL", "application/x-www-form-urlencoded", "product_id=%00&quantity=%00"],
    ["a lone surrogate", "application/x-www-form-urlencoded", "product_id=%ED%A0%80"],
    ["names of prototypes", "application/x-www-form-urlencoded", "__proto__=1&constructor.prototype=2&product_id.x=3"],
    ["repeated names", "application/x-www-form-urlencoded", "product_id=1&product_id=2&quantity=1&quantity=2"],
    ["nothing", "application/x-www-form-urlencoded", ""],
    ["JSON", "application/json", '{"product_id": 1}'],
    [
      "parts",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    ["parts without a boundary", "multipart/form-data", "x"],
    ["parts that are none", "multipart/form-data; boundary=x", "x"],
    ["another alphabet", "application/x-www-form-urlencoded; charset=utf-16", "x"],
    ["too many bytes", "application/x-www-form-urlencoded", `product_id=${"a".repeat(80_000)}`],
    ["too many fields", "application/x-www-form-urlencoded", "a=1&".repeat(15_000)],
  ];
  test.each(bodies)("%s is refused and changes nothing", async (_what, type, body) => {
    const { client } = await shop.buyer();
    for (const path of ["/store/cart/add", "/store/cart/quantity", "/store/cart/remove"]) {
      const answer = await client.fetch(path, { method: "POST", headers: { "content-type": type }, body });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, "/store/cart"]);
    }
    expect(await fetchQuantities(client)).toEqual({});
    expect(await readFlash(client)).toBeTruthy();
  });

  test("what a cookie claims that was left is told as text, or not at all", async () => {
    const { client } = await shop.buyer();
    for (const [cookieValue, expected] of [
      ["%", undefined],
      ["{}", undefined],
      [encodeURIComponent("[1]"), undefined],
      [encodeURIComponent(JSON.stringify({ message: "x", path: "/elsewhere" })), undefined],
      [encodeURIComponent(JSON.stringify({ tone: "danger", message: "<script>", path: "/store/cart" })), "&lt;script>"],
    ] as const) {
      client.cookies.set("__Host-flash", cookieValue);
      expect((await readFlash(client))?.replace("&gt;", ">")).toBe(expected);
      client.cookies.delete("__Host-flash");
    }
  });
});

test("a form whose session has ended is shown with what was typed, and is sent after a sign-in", async () => {
  const { client, user } = await signedInAdmin();
  const { id, name } = await createOrganization();
  const path = `/admin/organizations/${id}/edit`;
  const notes = 'Calls on "Mondays" & Fridays';
  await query("update sessions set last_seen_at = now() - interval '61 minutes' where user_id = $1", [user.id]);
  const answer = await post(client, path, { name, notes });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([403, "no-store"]);
  const html = await answer.text();
  expect(html).toContain("You have been signed out");
  expect(html).toContain('href="/sign-in/crunchbox-admin?redirect_uri=%2Fadmin"');
  const carriedFields = readControls(html);
  expect(carriedFields).toEqual([
    ["name", name],
    ["notes", notes],
  ]);
  const newClient = createClient({ session: await createSession(user.id) });
  const retryAnswer = await post(newClient, path, Object.fromEntries(carriedFields));
  expect([retryAnswer.status, retryAnswer.headers.get("location")]).toEqual([303, `/admin/organizations/${id}`]);
  expect(await query("select notes from organizations where id = $1", [id])).toEqual([{ notes }]);
});

test("a console's button whose session has ended leads to the sign-in of the console", async () => {
  const { client, user } = await signedInAdmin();
  await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
  const answer = await post(client, `/admin/invoices/${randomUUID()}/remind`, {});
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    "/sign-in/crunchbox-admin?redirect_uri=%2Fadmin",
  ]);
});

test("a form of an ended session that has a secret leads to sign-in, and no page carries the secret", async () => {
  const { client, user } = await signedIn();
  await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
  const answer = await post(client, "/portal/phone/confirm", { code: "123456" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in/crunchbox"]);
});

describe("the end of an impersonation", () => {
  test("leads to the console, and home who does not impersonate", async () => {
    const { client } = await impersonating();
    expect((await post(client, "/end-impersonation", {})).headers.get("location")).toBe("/admin");
    expect((await post(client, "/end-impersonation", {})).headers.get("location")).toBe("/");
    expect((await post((await signedIn()).client, "/end-impersonation", {})).headers.get("location")).toBe("/");
  });
});

test("what no field has words for is told by the name of the field, above the form and beside it", async () => {
  const { client } = await signedIn({ roles: ["admin", "user"], is_house: true });
  for (const [path, sentences] of [
    ["/admin/notifications/new/announcement", ["Subject is required.", "Message is required."]],
    ["/admin/subscriptions/give", ["Organization is required.", "Product is required."]],
  ] as const) {
    const answer = await post(client, path, { id: crypto.randomUUID(), channels: "app", org_id: "", product_id: "" });
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, 422]);
    for (const sentence of sentences) expect(html.split(sentence), `${path}: ${sentence}`).toHaveLength(3);
    expect(html).not.toMatch(/Invalid (input|uuid)/);
  }
});

test("what a field may be is told as a sentence about it", async () => {
  const { client } = await signedIn({ roles: ["admin", "user"], is_house: true });
  const [announcement, gift] = ["/admin/notifications/new/announcement", "/admin/subscriptions/give"];
  for (const [path, fields, sentence] of [
    [announcement, { "payload.subject": "x".repeat(151) }, "Subject must be at most 150 characters."],
    [announcement, { channels: "pigeon" }, "Channels must be one of email, phone, app."],
    [
      gift,
      { start_date: "soon" },
      "Start date must be a date such as 2026-11-23, or an instant such as 2026-11-23T10:00:00Z.",
    ],
    [gift, { product_id: "none" }, "Product is not valid."],
  ] as const) {
    const answer = await post(client, path, {
      id: crypto.randomUUID(),
      channels: "app",
      "payload.message": "x",
      ...fields,
    });
    expect([path, answer.status]).toEqual([path, 422]);
    expect(await answer.text()).toContain(sentence);
  }
});
