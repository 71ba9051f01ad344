import { expect, test } from "vitest";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";
import { fetchPage, createTeam } from "./team.ts";

const post = (client: Client, fields: Record<string, string>, referrerPath?: string) =>
  postForm(client, "/portal/ask-for-role", fields, {
    referer: referrerPath === undefined ? null : `https://portal.example.test${referrerPath}`,
  });

/** Mails about role requests to a user, sent or not. */
const listMailsTo = (user_id: string) =>
  query("select id from outbox where type = 'roleWish' and user_id = $1", [user_id]);
const askedPattern = /(We|You) asked Olivia Of Team (by email|less than a day ago)\./;
const listRequestsOf = (user_id: string) =>
  query("select id from audit_log where action = 'askForRole' and actor_id = $1", [user_id]);

test("asking mails the managers alone who asked and for what, once a day", async () => {
  const { user, manager, buyer } = await createTeam();
  const product = await shop.createProduct();
  expect((await post(user.client, { permission: "buy", product_id: product.id })).status).toBe(303);
  const mail = await sandbox.waitForMail(manager.user.email, "asks for the role Buyer");
  expect(mail.text).toContain("Uma Of Team");
  expect(mail.text).toContain(product.name);
  expect(mail.text).toContain(`/portal/people/${user.user.id}`);

  await post(user.client, { permission: "see_billing" });
  expect((await fetchPage(user.client, "/portal")).html).toContain("less than a day ago");
  expect(await listMailsTo(manager.user.id)).toHaveLength(1);
  expect(await listMailsTo(buyer.user.id)).toEqual([]);
});

test("whoever asks stays on the page, which says who was asked", async () => {
  const { user } = await createTeam();
  const { id } = await shop.createProduct();
  for (const [referrerPath, status] of [
    [`/store/products/${id}`, 200],
    ["/portal/devices?page=1", 200],
    ["/portal/invoices", 403],
  ] as const) {
    const answer = await post(user.client, { permission: "buy" }, referrerPath);
    expect(answer.headers.get("location")).toBe(referrerPath);
    const page = await fetchPage(user.client, referrerPath);
    expect(page.status).toBe(status);
    expect(page.html).toMatch(askedPattern);
  }
});

test("whoever asks on no page of store or portal reads on the portal's home who was asked", async () => {
  const { user } = await createTeam();
  for (const referrerPath of [undefined, "/admin/users", "/portals", "/"]) {
    const answer = await post(user.client, { permission: "buy" }, referrerPath);
    expect(answer.headers.get("location"), referrerPath).toBe("/portal");
    const home = await fetchPage(user.client, "/portal");
    expect([home.status, home.html], referrerPath).toEqual([200, expect.stringMatching(askedPattern)]);
    expect((await fetchPage(user.client, "/portal")).html, "once").not.toMatch(askedPattern);
  }
});

test("a refused post has no page of its own to return to", async () => {
  const { user } = await createTeam();
  const refusal = await postForm(user.client, "/portal/organization", { name: "New" });
  expect(refusal.status).toBe(403);
  expect(refusal.headers.get("referrer-policy")).toBe("no-referrer");
});

test("two clicks at once send one mail", async () => {
  const { user, manager } = await createTeam();
  await Promise.all([1, 2, 3].map(() => post(user.client, { permission: "buy" })));
  expect(await listMailsTo(manager.user.id)).toHaveLength(1);
  expect(await listRequestsOf(user.user.id)).toHaveLength(1);
});

test("where nobody manages, support is asked", async () => {
  const { client, user } = await signedIn();
  const { html } = await fetchPage(client, `/store/products/${(await shop.createProduct()).id}`);
  expect(html).toContain("Nobody at ");
  expect(html).toContain("can order yet.");
  expect(html).toContain(">Ask CGX for the role</button>");
  await post(client, { permission: "buy" });
  const mail = await sandbox.waitForMail("support@crunchbox.test", user.last_name);
  expect(mail.text).toContain(`/admin/people/${user.id}`);
  expect(mail.text).toContain(user.email);
  expect((await fetchPage(client, "/portal")).html).toContain("We asked CGX by email.");
});

test("nothing is sent for a role that one has, by who acts as another, or for words that are no permission", async () => {
  const buyer = await shop.buyer();
  await post(buyer.client, { permission: "buy" });
  expect(await listRequestsOf(buyer.user.id)).toEqual([]);
  const impersonation = await impersonating();
  expect((await post(impersonation.client, { permission: "buy" })).status).toBe(403);
  const { client, user } = await signedIn();
  await post(client, { permission: "use_console" });
  await post(client, { permission: "buy", product_id: unique("x") });
  expect(await listRequestsOf(user.id)).toEqual([]);
});
