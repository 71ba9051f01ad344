import { describe, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/client/org.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique, uniqueEmail } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

const { getOwnOrganization: read, updateOwnOrganization: update } = contract;
const address = {
  line1: "2200 Riverside Drive",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78741",
  country: "US",
};
const addressEntry = { address, phone: "+1 512 555 0110" };
const ada = { name: "Ada", email: "ada@example.test", phone: null, role: "Goods-in" };
const change = (client: Client, body: object) => client.call(update, { body });

describe("the own organization", () => {
  test("is read by every member, without notes and the accounting system's id", async () => {
    const { client, user } = await signedIn();
    await query(
      "update organizations set notes = 'Pays late', net_suite_id = $2, price_level_name = 'Partner' where id = $1",
      [user.org_id, unique("NS")],
    );
    const { text, reply } = await client.call(read);
    expect(reply()).toMatchObject({ id: user.org_id, price_level_name: "Partner", addressBooks: [], contacts: [] });
    expect(text).not.toMatch(/Pays late|notes|net_suite_id|synchronized_at/);
  });

  test("takes addresses and contacts from any member, and is stored as it was sent", async () => {
    const { client, user } = await signedIn();
    const answer = (await change(client, { addressBooks: [addressEntry], contacts: [ada] })).reply();
    expect(answer).toMatchObject({ addressBooks: [addressEntry], contacts: [ada] });
    const [row] = await query<{ data: unknown }>(
      "select data from audit_log where action = 'updateOrganization' and actor_id = $1 and org_id = $2",
      [user.id, user.org_id],
    );
    expect(row).toEqual({
      data: {
        fields: ["addressBooks", "contacts"],
        changes: { address_books: [[], [addressEntry]], contacts: [[], [ada]] },
      },
    });
    expect((await client.call(read)).reply()).toEqual(answer);
  });

  test.each([
    ["name", unique("New name")],
    ["billing_email", "new@example.test"],
    ["address", address],
    ["industry", "Optics"],
    ["is_po_number_required", true],
  ])("gives its %s to role org alone; for others nothing of what they sent is changed", async (field, value) => {
    const member = await signedIn({ roles: ["buyer", "user"] });
    const orgBefore = (await member.client.call(read)).reply();
    const refusal = await change(member.client, { [field]: value, contacts: [ada] });
    expect([refusal.status, refusal.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
    expect((await member.client.call(read)).reply()).toEqual(orgBefore);
    const manager = await signedIn({ org_id: member.user.org_id, roles: ["org", "user"] });
    const ownBody = { [field]: field === "name" ? unique("New name") : value };
    expect((await change(manager.client, ownBody)).reply()).toMatchObject(ownBody);
  });

  test("never takes a price level, notes or the accounting system's id", async () => {
    const { client, user } = await signedIn({ roles: ["org", "user"] });
    (await change(client, { price_level_name: "Partner", notes: "x", net_suite_id: "1" })).reply();
    (await change(client, { payment_terms_days: 90, credit_limit: 100_000 })).reply();
    expect((await client.call(read)).reply()).toMatchObject({ payment_terms_days: null, credit_limit: null });
    expect(
      await query("select price_level_name, notes, net_suite_id from organizations where id = $1", [user.org_id]),
    ).toEqual([{ price_level_name: null, notes: null, net_suite_id: null }]);
  });

  test("refuses another organization's name in whatever case and with blanks around it, and keeps its own", async () => {
    const { client } = await signedIn({ roles: ["org", "user"] });
    const { name } = (await client.call(read)).reply();
    const other = await createOrganization();
    const answer = await change(client, { name: `  ${other.name.toUpperCase()} ` });
    expect([answer.status, answer.errcode]).toEqual([422, "ORG_NAME_EXISTS"]);
    expect((await change(client, { name: name.toUpperCase() })).reply().name).toBe(name.toUpperCase());
  });

  test("of twenty organizations that want one name at once, one gets it", async () => {
    const name = unique("Wanted");
    const managers = await Promise.all(Array.from({ length: 20 }, () => signedIn({ roles: ["org", "user"] })));
    const answers = await Promise.all(managers.map(({ client }) => change(client, { name })));
    expect(answers.map(({ errcode }) => errcode ?? "done").toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => "ORG_NAME_EXISTS"),
      "done",
    ]);
  });

  test("cannot buy without a billing email, also when the provider knows it already", async () => {
    const buyer = await shop.buyer({ roles: ["org", "buyer", "user"] });
    await shop.fillCart(buyer, [await shop.createProduct()]);
    (await change(buyer.client, { billing_email: null })).reply();
    expect((await shop.checkout(buyer)).errcode).toBe("ORG_EMAIL_NOT_FOUND");
    (await change(buyer.client, { billing_email: "back@example.test" })).reply();
    (await shop.checkout(buyer)).reply();
  });

  test("tells the payment provider to whom it writes, and once it answers if it does not", async () => {
    const { client, customer } = await shop.buyer({ roles: ["org", "buyer", "user"] });
    (await change(client, { billing_email: " Invoices@Example.test " })).reply();
    const fetchCustomer = async () => (await shop.objects("customer", { id: customer }))[0];
    expect(await fetchCustomer()).toMatchObject({ email: "invoices@example.test" });
    const [name, billing_email] = [unique("Renamed"), uniqueEmail()];
    const fault = { service: "stripe", kind: "status", value: 500, path: `/v1/customers/${customer}` } as const;
    await shop.sandbox.addFault({ ...fault, text: encodeURIComponent(billing_email), times: 100 });
    expect((await change(client, { name, billing_email })).reply()).toMatchObject({ name, billing_email });
    expect(await fetchCustomer()).toMatchObject({ email: "invoices@example.test" });
    await shop.sandbox.clearFaults();
    await shop.settled();
    expect(await fetchCustomer()).toMatchObject({ name, email: billing_email });
    expect((await client.call(read)).reply()).toMatchObject({ name, billing_email });
  });

  test.each([
    ["billing_email", "nobody", "Invalid email address."],
    ["name", " ", "Organization is required."],
    ["name", "n".repeat(1025), "Organization must be at most 1024 characters."],
  ])("refuses %s %j", async (field, value, message) => {
    const { client } = await signedIn({ roles: ["org", "user"] });
    const { status, issues } = await change(client, { [field]: value });
    expect([status, issues[0]?.path, issues[0]?.message]).toEqual([400, [field], message]);
  });

  test.each([
    ["industry", 64],
    ["address", 1024],
  ])("takes %s of %i characters and no more", async (field, max) => {
    const { client } = await signedIn({ roles: ["org", "user"] });
    expect((await change(client, { [field]: "é".repeat(max) })).status).toBe(200);
    expect((await change(client, { [field]: "é".repeat(max + 1) })).status).toBe(400);
  });

  test("takes an address in one text as its first line", async () => {
    const { client } = await signedIn({ roles: ["org", "user"] });
    const { address: kept } = (await change(client, { address: "1 Main Street, Austin" })).reply();
    expect(kept).toEqual({
      line1: "1 Main Street, Austin",
      line2: null,
      city: "",
      state: "",
      postal_code: "",
      country: "",
    });
  });

  test("keeps 50 addresses and 50 contacts, and no more", async () => {
    const { client } = await signedIn();
    const manyEntries = (count: number) => ({
      addressBooks: Array.from({ length: count }, () => addressEntry),
      contacts: Array.from({ length: count }, () => ada),
    });
    expect((await change(client, manyEntries(50))).reply().contacts).toHaveLength(50);
    for (const [field, list] of Object.entries(manyEntries(51))) {
      const { status, issues } = await change(client, { [field]: list });
      expect([status, issues[0]?.code, issues[0]?.path]).toEqual([400, "too_big", [field]]);
    }
  });

  test("is changed by support on a customer's behalf with both names in the log", async () => {
    const owner = await createUser({ roles: ["org", "user"] });
    const { client, user: admin } = await impersonating(owner);
    (await change(client, { contacts: [ada] })).reply();
    expect(
      await query(
        "select actor_id, impersonator_id from audit_log where action = 'updateOrganization' and org_id = $1",
        [owner.org_id],
      ),
    ).toEqual([{ actor_id: owner.id, impersonator_id: admin.id }]);
  });
});
