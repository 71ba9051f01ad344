import { expect, test } from "vitest";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";
import { pageOf, team } from "./team.ts";

/** Presses the button on a page of store or portal, or on none. */
const post = (client: Client, fields: Record<string, string>, on?: string) =>
  client.fetch("/portal/ask-for-role", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      referer: on === undefined ? null : `https://portal.example.test${on}`,
    },
    body: new URLSearchParams(fields).toString(),
  });

/** Mails in the outbox to a user; payloads are dropped once sent. */
const wishesTo = (user_id: string) =>
  query("select id from outbox where type = 'roleWish' and user_id = $1", [user_id]);
const wishesOf = (user_id: string) =>
  query("select id from audit_log where action = 'askForRole' and actor_id = $1", [user_id]);

test("asking mails the managers alone who asked and for what, once a day", async () => {
  const { user, manager, buyer } = await team();
  const product = await shop.createProduct();
  expect((await post(user.client, { permission: "buy", product_id: product.id })).status).toBe(303);
  const mail = await sandbox.waitForMail(manager.user.email, "asks for the role Buyer");
  expect(mail.text).toContain("Uma Of Team");
  expect(mail.text).toContain(product.name);
  expect(mail.text).toContain(`/portal/people/${user.user.id}`);

  await post(user.client, { permission: "see_billing" });
  expect((await pageOf(user.client, "/portal")).html).toContain("less than a day ago");
  expect(await wishesTo(manager.user.id)).toHaveLength(1);
  expect(await wishesTo(buyer.user.id)).toEqual([]);
});

test("whoever asks stays on the page, which says who was asked", async () => {
  const { user } = await team();
  const { id } = await shop.createProduct();
  for (const [on, status] of [
    [`/store/products/${id}`, 200],
    ["/portal/devices?page=1", 200],
    ["/portal/invoices", 403],
  ] as const) {
    const answer = await post(user.client, { permission: "buy" }, on);
    expect(answer.headers.get("location")).toBe(on);
    const page = await pageOf(user.client, on);
    expect(page.status).toBe(status);
    expect(page.html).toMatch(/(We|You) asked Olivia Of Team (by email|less than a day ago)\./);
  }
});

test("whoever asks on no page of store or portal reads on the portal's home who was asked", async () => {
  const { user } = await team();
  for (const on of [undefined, "/admin/users", "/portals", "/"]) {
    const answer = await post(user.client, { permission: "buy" }, on);
    expect(answer.headers.get("location"), on).toBe("/portal");
  }
});

test("a refused post has no page of its own to return to", async () => {
  const { user } = await team();
  const refused = await user.client.fetch("/portal/organization", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "name=New",
  });
  expect(refused.status).toBe(403);
  expect(refused.headers.get("referrer-policy")).toBe("no-referrer");
});

test("two clicks at once send one mail", async () => {
  const { user, manager } = await team();
  await Promise.all([1, 2, 3].map(() => post(user.client, { permission: "buy" })));
  expect(await wishesTo(manager.user.id)).toHaveLength(1);
  expect(await wishesOf(user.user.id)).toHaveLength(1);
});

test("where nobody manages, support is asked", async () => {
  const { client, user } = await signedIn();
  const { html } = await pageOf(client, `/store/products/${(await shop.createProduct()).id}`);
  expect(html).toContain("Nobody at ");
  expect(html).toContain("can order yet.");
  expect(html).toContain(">Ask CGX for the role</button>");
  await post(client, { permission: "buy" });
  const mail = await sandbox.waitForMail("support@crunchbox.test", user.last_name);
  expect(mail.text).toContain(`/admin/people/${user.id}`);
  expect(mail.text).toContain(user.email);
  expect((await pageOf(client, "/portal")).html).toContain("We asked CGX by email.");
});

test("nothing is sent for a role that one has, by who acts as another, or for words that are no permission", async () => {
  const buyer = await shop.buyer();
  await post(buyer.client, { permission: "buy" });
  expect(await wishesOf(buyer.user.id)).toEqual([]);
  const acting = await impersonating();
  expect((await post(acting.client, { permission: "buy" })).status).toBe(403);
  const { client, user } = await signedIn();
  await post(client, { permission: "use_console" });
  await post(client, { permission: "buy", product_id: unique("x") });
  expect(await wishesOf(user.id)).toEqual([]);
});
