import { describe, expect, test } from "vitest";
import { impersonating, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { createOrganizationRows } from "../organization-rows.ts";
import { fetchPage, createTeam } from "./team.ts";
import { readWords } from "./words.ts";

describe("who may not do something learns whom to ask", () => {
  test("a refused page names the managers, with a button", async () => {
    const { name, user } = await createTeam();
    const { status, html } = await fetchPage(user.client, "/portal/invoices");
    expect(status).toBe(403);
    expect(html).toContain(`Invoices and payments are for buyers and managers of ${name}.`);
    expect(html).toContain("Olivia Of Team can give you the role.");
    expect(html).toContain(">Ask Olivia</button>");
    expect(html).not.toContain("Bruno");
    expect(html).not.toContain("administrator");
  });

  test("the organization's page names the managers who can change it, and managers read nothing of it", async () => {
    const { name, user, manager } = await createTeam();
    const { html } = await fetchPage(user.client, "/portal/organization");
    expect(html).toContain(`Only managers of ${name} can change this.`);
    expect(html).toContain("Olivia Of Team can give you the role.");
    expect(html).toContain(">Ask Olivia</button>");
    expect((await fetchPage(manager.client, "/portal/organization")).html).not.toContain("can change this");
  });

  test("a product names who can order, and keeps names from who can order themselves and from visitors", async () => {
    const { user, buyer } = await createTeam();
    const { id } = await shop.createProduct();
    const { html } = await fetchPage(user.client, `/store/products/${id}`);
    expect(html).toContain("Olivia Of Team can order for you, or give you the role.");
    expect(html).toContain(`name="product_id" value="${id}"`);
    expect((await fetchPage(buyer.client, `/store/products/${id}`)).html).not.toContain("Olivia Of Team");
    expect((await fetchPage(user.client, "/store/cart")).html).toContain(">Ask Olivia</button>");
  });

  test("people of another organization, inactive ones and those who are not set up are not named", async () => {
    const { user, manager } = await createTeam();
    await query("update users set is_active = false where id = $1", [manager.user.id]);
    const { html } = await fetchPage(user.client, "/portal/invoices");
    expect(html).not.toContain("Olivia");
    expect(html).toContain(">Ask CGX for the role</button>");
  });

  test("asking is the main action of a refused page", async () => {
    const { user } = await createTeam();
    const { html } = await fetchPage(user.client, "/portal/invoices");
    expect(html).toMatch(/<button class="button">Ask /);
    expect(html).toMatch(/<a(?=[^>]*class="button quiet")[^>]*>Go to home/);
  });

  test("the menu of a refused page counts what is unread", async () => {
    const { user } = await createTeam();
    await query("insert into notifications (user_id, type, payload) values ($1, 'welcome', '{}')", [user.user.id]);
    const { html } = await fetchPage(user.client, "/portal/invoices");
    expect(html).toMatch(/class="bell-count">1</);
  });
});

/** Creates an organization with an order, a manager called Olivia, and a user who is neither manager nor buyer. */
async function createCustomer() {
  const rows = await createOrganizationRows();
  await query("update users set first_name = 'Olivia', last_name = 'Of Rows' where id = $1", [rows.owner.id]);
  const [organization] = await query<{ name: string }>("select name from organizations where id = $1", [rows.org_id]);
  const user = await signedIn({ org_id: rows.org_id });
  const owner = await signedIn({ org_id: rows.org_id, roles: ["org", "user"] });
  await query("update users set is_active = false where id = $1", [rows.owner.id]);
  await query("update users set first_name = 'Olivia', last_name = 'Of Rows' where id = $1", [owner.user.id]);
  return { ...rows, name: organization?.name ?? "", user, manager: owner };
}

const countButtons = (html: string) => html.match(/action="\/portal\/ask-for-role"/g)?.length ?? 0;

describe("where colleagues alone can act, a page names them, with one button", () => {
  type Customer = Awaited<ReturnType<typeof createCustomer>>;

  async function expectRoleRequest(testCustomer: Customer, path: string, sentence: string) {
    expect(await readWords(testCustomer.user.client, path), path).toContain(
      `${sentence.replace("#", testCustomer.name)} Ask Olivia`,
    );
    expect(countButtons((await fetchPage(testCustomer.user.client, path)).html), path).toBe(1);
    expect(countButtons((await fetchPage(testCustomer.manager.client, path)).html), path).toBe(0);
  }

  test("the list of devices, and a device", async () => {
    const testCustomer = await createCustomer();
    const { html } = await fetchPage(testCustomer.user.client, "/portal/devices");
    expect(countButtons(html)).toBe(1);
    expect(html).toContain(">Ask Olivia</button>");
    const sentence = `Only buyers and managers of ${testCustomer.name} add and remove devices. Olivia Of Rows can do it for you, or give you the role.`;
    expect(await readWords(testCustomer.user.client, "/portal/devices")).toContain(sentence);
    expect(countButtons((await fetchPage(testCustomer.manager.client, "/portal/devices")).html)).toBe(0);
    await expectRoleRequest(testCustomer, `/portal/devices/${testCustomer.device_id}`, sentence);
  });

  test("a plan, and one whose payment failed, where the payment comes first", async () => {
    const testCustomer = await createCustomer();
    const path = `/portal/subscriptions/${testCustomer.subscription_id}`;
    const help = "Olivia Of Rows can do it for you, or give you the role.";
    await expectRoleRequest(testCustomer, path, `Only buyers and managers of # can change or cancel it. ${help}`);
    await query(
      `insert into invoices (org_id, reference_id, reference_type, billing_reason, amount, payment_status)
       values ($1, $2, 'subscription', 'subscription_cycle', 4900, 'declined')`,
      [testCustomer.org_id, testCustomer.subscription_id],
    );
    await expectRoleRequest(testCustomer, path, `Only buyers and managers of # can pay it. ${help}`);
    await query("update subscriptions set status = 'canceled' where id = $1", [testCustomer.subscription_id]);
    await expectRoleRequest(
      testCustomer,
      path,
      "Invoices and payments are for buyers and managers of #. Olivia Of Rows can give you the role.",
    );
  });

  test("an order whose payment was declined, until it is paid", async () => {
    const testCustomer = await createCustomer();
    const path = `/portal/orders/${testCustomer.order_id}`;
    const help = "Olivia Of Rows can do it for you, or give you the role.";
    await query("update orders set payment_status = 'declined' where id = $1", [testCustomer.order_id]);
    await expectRoleRequest(testCustomer, path, `Only buyers and managers of # can pay it. ${help}`);
    await query("update orders set payment_status = 'paid' where id = $1", [testCustomer.order_id]);
    expect(countButtons((await fetchPage(testCustomer.user.client, path)).html)).toBe(0);
  });

  test("the home of a new organization", async () => {
    const { name, user, manager } = await createTeam();
    const sentence = `Only buyers and managers of ${name} can add devices and order. Olivia Of Team can do it for you, or give you the role. Ask Olivia`;
    expect(await readWords(user.client, "/portal")).toContain(sentence);
    expect(countButtons((await fetchPage(manager.client, "/portal")).html)).toBe(0);
  });

  test("the home of an organization without devices", async () => {
    const testCustomer = await createCustomer();
    await query("delete from devices where org_id = $1", [testCustomer.org_id]);
    await expectRoleRequest(
      testCustomer,
      "/portal",
      "Only buyers and managers of # add and remove devices. Olivia Of Rows can do it for you, or give you the role.",
    );
  });

  test("a buyer is named where nobody manages, and nobody where nobody can act", async () => {
    const { name, user, manager, buyer } = await createTeam();
    await query("update users set is_active = false where id = $1", [manager.user.id]);
    const devicesText = await readWords(user.client, "/portal/devices");
    expect(devicesText).toContain(
      `Only buyers and managers of ${name} add and remove devices. Bruno Of Team can do it for you.`,
    );
    expect(devicesText).not.toContain("Add devices");
    expect(await readWords(buyer.client, "/portal/devices")).toContain("Add devices");
    await query("update users set is_active = false where id = $1", [buyer.user.id]);
    expect(await readWords(user.client, "/portal")).toContain(
      `Nobody at ${name} can add devices and order yet. Ask CGX for the role`,
    );
  });

  test("an administrator who acts as a colleague reads it without the button", async () => {
    const impersonation = await impersonating((await signedIn()).user);
    expect(await readWords(impersonation.client, "/portal/devices")).toContain("add and remove devices.");
    expect(countButtons((await fetchPage(impersonation.client, "/portal/devices")).html)).toBe(0);
  });
});
