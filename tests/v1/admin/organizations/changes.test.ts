import { listIndustries } from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/organizations.ts";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { hold, query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

const { createOrganization: create, getOrganization: read, updateOrganization: update } = contract;
const fullBody = () => ({
  name: unique("Umbra Optics"),
  billing_email: "billing@umbra.test",
  address: { line1: "1 Main Street", line2: null, city: "Austin", state: "TX", postal_code: "78701", country: "US" },
  industry: unique("Optics"),
  net_suite_id: unique("NS"),
  notes: "Calls on Mondays",
  price_level_name: "Base Price",
  contact: { email: "office@umbra.test", phone: "555" },
});
const createProductWithLevel = (level: string) =>
  shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 80_00 } });

describe("organizations made by administrators", () => {
  test("answer 201 with what was sent, are read alike, and stand in the log", async () => {
    const { client, user } = await signedInAdmin();
    await createProductWithLevel("Base Price");
    const body = fullBody();
    const createAnswer = await client.call(create, { body });
    expect(createAnswer.status).toBe(201);
    expect(createAnswer.reply()).toMatchObject({ ...body, addressBooks: [], contacts: [], synchronized_at: null });
    const { id } = createAnswer.reply();
    expect((await client.call(read, { params: { org_id: id } })).reply()).toEqual(createAnswer.reply());
    expect(await query("select actor_id, action from audit_log where org_id = $1", [id])).toEqual([
      { actor_id: user.id, action: "createOrganization" },
    ]);
  });

  test("take an id of the accounting system as a number, and refuse one that another organization has", async () => {
    const { client } = await signedInAdmin();
    const accountingId = Number.parseInt(randomUUID().slice(0, 8), 16);
    const created = (await client.call(create, { body: { name: unique("Org"), net_suite_id: accountingId } })).reply();
    expect(created.net_suite_id).toBe(String(accountingId));
    const other = await client.call(create, { body: { name: unique("Org"), net_suite_id: String(accountingId) } });
    expect([other.status, other.issues[0]?.path]).toEqual([400, ["net_suite_id"]]);
  });

  test("twenty times at once under one name make one", async () => {
    const { client } = await signedInAdmin();
    const name = unique("Org");
    const spellings = [name, name.toUpperCase(), ` ${name} `];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => client.call(create, { body: { name: spellings[at % 3] } })),
    );
    expect(answers.map(({ errcode }) => errcode ?? "made").toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => "ORG_NAME_EXISTS"),
      "made",
    ]);
  });

  test.each([
    ["name", 1024],
    ["industry", 64],
    ["net_suite_id", 1024],
    ["notes", 3072],
  ])("take %s of %i characters and no more", async (field, max) => {
    const { client } = await signedInAdmin();
    const body = (length: number) => ({ name: unique("Org"), [field]: randomUUID().padEnd(length, "é") });
    expect((await client.call(create, { body: body(max) })).status).toBe(201);
    expect((await client.call(create, { body: body(max + 1) })).issues[0]?.path).toEqual([field]);
  });
});

describe("organizations changed by administrators", () => {
  test("keep what is left out, lose what is null", async () => {
    const { client } = await signedInAdmin();
    const { id } = await createOrganization();
    const change = async (body: object) => (await client.call(update, { params: { org_id: id }, body })).reply();
    const { price_level_name: _level, ...body } = fullBody();
    expect(await change(body)).toMatchObject(body);
    expect(await change({ notes: null, contact: null, billing_email: null })).toMatchObject({
      ...body,
      notes: null,
      contact: null,
      billing_email: null,
    });
    expect(await change({})).toMatchObject({ name: body.name, industry: body.industry });
  });

  test("that are unknown are ORG_NOT_FOUND, and a taken name is ORG_NAME_EXISTS", async () => {
    const { client } = await signedInAdmin();
    const [one, other] = [await createOrganization(), await createOrganization()];
    const change = (org_id: string, body: object) => client.call(update, { params: { org_id }, body });
    const unknown = await change(randomUUID(), { notes: "x" });
    expect([unknown.status, unknown.errcode]).toEqual([404, "ORG_NOT_FOUND"]);
    expect((await client.call(read, { params: { org_id: randomUUID() } })).errcode).toBe("ORG_NOT_FOUND");
    expect((await change(one.id, { name: other.name.toLowerCase() })).errcode).toBe("ORG_NAME_EXISTS");
  });

  describe("with an id of the accounting system that another organization has", () => {
    const refusal = [400, ["net_suite_id"]];
    const fetchCustomerFacts = async (customer: string) => {
      const [found] = await shop.objects("customer", { id: customer });
      return { name: found?.["name"], email: found?.["email"] };
    };

    test("are refused before the payment provider is called", async () => {
      const [{ client }, { org_id, customer }] = [await signedInAdmin(), await shop.buyer()];
      const net_suite_id = unique("NS");
      (await client.call(create, { body: { name: unique("Org"), net_suite_id } })).reply();
      const params = { org_id };
      const before = (await client.call(read, { params })).reply();
      const body = { name: unique("Org"), billing_email: "other@umbra.test", net_suite_id };
      const { status, issues } = await client.call(update, { params, body });
      expect([status, issues[0]?.path]).toEqual(refusal);
      expect(await fetchCustomerFacts(customer)).toEqual({ name: before.name, email: before.billing_email });
      await shop.settled();
      expect((await client.call(read, { params })).reply()).toEqual(before);
    });

    test("since a moment ago are refused, and the payment provider is not called", async () => {
      const [{ client }, { org_id, customer }] = [await signedInAdmin(), await shop.buyer()];
      const [rival, net_suite_id, params] = [await createOrganization(), unique("NS"), { org_id }];
      const { name, billing_email } = (await client.call(read, { params })).reply();
      const lock = await hold("update organizations set net_suite_id = $2 where id = $1", [rival.id, net_suite_id]);
      const body = { name: unique("Org"), billing_email: "other@umbra.test", net_suite_id };
      const pendingUpdate = client.call(update, { params, body });
      await expect.poll(async () => (await lock.waiting()).length).toBeGreaterThan(0);
      expect(await fetchCustomerFacts(customer)).toEqual({ name, email: billing_email });
      await lock.commit();
      const { status, issues } = await pendingUpdate;
      expect([status, issues[0]?.path]).toEqual(refusal);
      await shop.settled();
      expect(await fetchCustomerFacts(customer)).toEqual({ name, email: billing_email });
      expect((await client.call(read, { params })).reply()).toMatchObject({ name, billing_email });
    });
  });

  test("get no price level that is not there", async () => {
    const { client } = await signedInAdmin();
    const { id } = await createOrganization();
    const level = unique("Level");
    const change = () => client.call(update, { params: { org_id: id }, body: { price_level_name: level } });
    const refused = await change();
    expect([refused.status, refused.errcode]).toEqual([422, "PRODUCT_PRICE_LEVEL_NOT_FOUND"]);
    await createProductWithLevel(level);
    expect((await change()).reply().price_level_name).toBe(level);
  });

  test("get terms and a credit limit, which stand in the log, and lose them again", async () => {
    const { client } = await signedInAdmin();
    const { id } = await createOrganization();
    const change = (body: object) => client.call(update, { params: { org_id: id }, body });
    const terms = { payment_terms_days: 30, credit_limit: 500_000, is_po_number_required: true };
    expect((await change(terms)).reply()).toMatchObject(terms);
    expect((await change({ notes: "x" })).reply()).toMatchObject(terms);
    const [row] = await query<{ data: unknown }>(
      "select data from audit_log where action = 'updateOrganization' and org_id = $1 order by id limit 1",
      [id],
    );
    expect(row).toMatchObject({
      data: {
        fields: ["is_po_number_required", "payment_terms_days", "credit_limit"],
        changes: {
          payment_terms_days: [null, 30],
          credit_limit: [null, 500_000],
          is_po_number_required: [false, true],
        },
      },
    });
    for (const [field, value] of [
      ["payment_terms_days", 31],
      ["payment_terms_days", 0],
      ["credit_limit", -1],
      ["credit_limit", 1.5],
    ] as const)
      expect((await change({ [field]: value })).issues[0]?.path).toEqual([field]);
    const noTerms = { payment_terms_days: null, credit_limit: null };
    expect((await change(noTerms)).reply()).toMatchObject({ ...noTerms, is_po_number_required: true });
  });

  test("outdate every open cart with another price level, and with nothing else", async () => {
    const level = unique("Level");
    const buyer = await shop.buyer();
    const device = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 100_00 } });
    const cart = await shop.fillCart(buyer, [device]);
    const { client } = await signedInAdmin();
    const change = async (body: object) =>
      (await client.call(update, { params: { org_id: buyer.org_id }, body })).reply();
    await change({ notes: "Calls on Mondays" });
    expect((await buyer.client.call(getCart)).reply().updated_at).toBe(cart.updated_at);
    await change({ price_level_name: level });
    const refused = await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "CART_OUTDATED"]);
    (await shop.checkout(buyer)).reply();
    expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
  });

  test("are listed by what they work in", async () => {
    const { client } = await signedInAdmin();
    const industry = unique("Optics");
    for (let count = 0; count < 2; count += 1)
      (await client.call(create, { body: { name: unique("Org"), industry } })).reply();
    const { data } = (await client.call(listIndustries)).reply();
    expect(data.filter(({ name }) => name === industry)).toMatchObject([{ name: industry, organization_count: 2 }]);
  });
});
