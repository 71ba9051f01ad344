import { describe, expect, test } from "vitest";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";

const post = (client: Client, fields: Record<string, string>) =>
  client.fetch("/portal/ask-for-role", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

async function pageOf(client: Client, path: string) {
  const answer = await client.fetch(path, { headers: { "sec-fetch-dest": "document" } });
  return { status: answer.status, html: await answer.text() };
}

/** An organization with a manager, a buyer and a user, each with a unique first name. */
async function team() {
  const { id: org_id, name } = await createOrganization();
  const named = async (first: string, roles: Parameters<typeof signedIn>[0]) => {
    const person = await signedIn({ org_id, ...roles });
    await query("update users set first_name = $2, last_name = 'Of Team' where id = $1", [person.user.id, first]);
    return person;
  };
  return {
    name,
    manager: await named("Olivia", { roles: ["org", "user"] }),
    buyer: await named("Bruno", { roles: ["buyer", "user"] }),
    user: await named("Uma", { roles: ["user"] }),
  };
}

/** Mails in the outbox to a user; payloads are dropped once sent. */
const wishesTo = (user_id: string) =>
  query("select id from outbox where type = 'roleWish' and user_id = $1", [user_id]);
const wishesOf = (user_id: string) =>
  query("select id from audit_log where action = 'askForRole' and actor_id = $1", [user_id]);

describe("who may not do something learns whom to ask", () => {
  test("a refused page names the managers, with a button", async () => {
    const { name, user } = await team();
    const { status, html } = await pageOf(user.client, "/portal/invoices");
    expect(status).toBe(403);
    expect(html).toContain(`Invoices and payments are for buyers and managers of ${name}.`);
    expect(html).toContain("Olivia Of Team can give you the role.");
    expect(html).toContain(">Ask Olivia</button>");
    expect(html).not.toContain("Bruno");
    expect(html).not.toContain("administrator");
  });

  test("the organization's page names the managers who can change it, and managers read nothing of it", async () => {
    const { name, user, manager } = await team();
    const { html } = await pageOf(user.client, "/portal/organization");
    expect(html).toContain(`Only managers of ${name} can change this.`);
    expect(html).toContain("Olivia Of Team can give you the role.");
    expect(html).toContain(">Ask Olivia</button>");
    expect((await pageOf(manager.client, "/portal/organization")).html).not.toContain("can change this");
  });

  test("a product names who can order, and keeps names from who can order themselves and from visitors", async () => {
    const { user, buyer } = await team();
    const { id } = await shop.createProduct();
    const { html } = await pageOf(user.client, `/store/products/${id}`);
    expect(html).toContain("Olivia Of Team can order for you, or give you the role.");
    expect(html).toContain(`name="product_id" value="${id}"`);
    expect((await pageOf(buyer.client, `/store/products/${id}`)).html).not.toContain("Olivia Of Team");
    expect((await pageOf(user.client, "/store/cart")).html).toContain(">Ask Olivia</button>");
  });

  test("people of another organization, inactive ones and those who are not set up are not named", async () => {
    const { user, manager } = await team();
    await query("update users set is_active = false where id = $1", [manager.user.id]);
    const { html } = await pageOf(user.client, "/portal/invoices");
    expect(html).not.toContain("Olivia");
    expect(html).toContain(">Ask CGX for the role</button>");
  });

  test("asking is the main action of a refused page", async () => {
    const { user } = await team();
    const { html } = await pageOf(user.client, "/portal/invoices");
    expect(html).toMatch(/<button class="button">Ask /);
    expect(html).toMatch(/<a(?=[^>]*class="button quiet")[^>]*>Go to home/);
  });

  test("the menu of a refused page counts what is unread", async () => {
    const { user } = await team();
    await query("insert into notifications (user_id, type, payload) values ($1, 'welcome', '{}')", [user.user.id]);
    const { html } = await pageOf(user.client, "/portal/invoices");
    expect(html).toMatch(/class="bell-count">1</);
  });
});

describe("asking", () => {
  test("mails the managers alone who asked and for what, once a day", async () => {
    const { user, manager, buyer } = await team();
    const product = await shop.createProduct();
    const answer = await post(user.client, { permission: "buy", product_id: product.id });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/store/products/${product.id}`]);
    expect((await pageOf(user.client, `/store/products/${product.id}`)).html).toContain(
      "We asked Olivia Of Team by email.",
    );
    const mail = await sandbox.waitForMail(manager.user.email, "asks for the role Buyer");
    expect(mail.text).toContain("Uma Of Team");
    expect(mail.text).toContain(product.name);
    expect(mail.text).toContain(`/portal/people/${user.user.id}`);

    const again = await post(user.client, { permission: "see_billing" });
    expect(again.headers.get("location")).toBe("/portal");
    expect((await pageOf(user.client, "/portal")).html).toContain("less than a day ago");
    expect(await wishesTo(manager.user.id)).toHaveLength(1);
    expect(await wishesTo(buyer.user.id)).toEqual([]);
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
});
