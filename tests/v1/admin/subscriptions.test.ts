// Subscriptions that administrators grant and change, with shared helpers.
import { describe, expect, test } from "vitest";
import {
  giveSubscription,
  getAdminSubscription,
  updateSubscription,
} from "../../../worker/contract/v1/admin/subscriptions.ts";
import { getSubscription, listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { addCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { sandbox } from "../../support/sandbox.ts";
import { addMicrosecond, spellInstant } from "../../support/spellings.ts";
import { shop } from "../../support/store.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";
const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** A subscription that an administrator gave, from `start` to `end` days from now. */
async function createGivenSubscription(start: number, end: number) {
  const [admin, buyer, plan] = [
    await signedInAdmin(),
    await signedIn({ roles: ["buyer", "user"] }),
    await shop.createPlan(),
  ];
  const body = {
    product_id: plan.id,
    org_id: buyer.user.org_id,
    start_date: daysFromNow(start),
    end_date: daysFromNow(end),
  };
  const made = (await admin.client.call(giveSubscription, { body })).reply();
  const change = (fields: object, id = made.id) =>
    admin.client.call(updateSubscription, { params: { subscription_id: id }, body: fields });
  return { admin, buyer, plan, body, made, change };
}

describe("a subscription that an administrator gives", () => {
  test("is active, costs nobody anything, and names who gave it", async () => {
    const { admin, buyer, made } = await createGivenSubscription(-1, 30);
    expect(made).toMatchObject({
      status: "active",
      is_available: true,
      stripe_id: null,
      created_by: { id: admin.user.id },
    });
    const seen = (await buyer.client.call(listSubscriptions)).reply().data;
    expect(seen).toMatchObject([{ id: made.id, product: { amount: 49_00, currency: "USD", interval: "month" } }]);
    expect((await shop.books(buyer.user.org_id)).invoices).toEqual([]);
  });

  test("is the only live one of its product, also in the cart", async () => {
    const { admin, buyer, body, plan } = await createGivenSubscription(-1, 30);
    expect((await admin.client.call(giveSubscription, { body })).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
    const answer = await buyer.client.call(addCartProduct, { params: { id: plan.id }, body: { quantity: 1 } });
    expect(answer.errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  });

  test("is canceled after its end, and its plan can be bought or given again", async () => {
    const [{ client }, buyer, plan] = [await signedInAdmin(), await shop.buyer(), await shop.createPlan()];
    const give = (org_id: string) => {
      const body = { product_id: plan.id, org_id, start_date: daysFromNow(-1), end_date: daysFromNow(30) };
      return client.call(giveSubscription, { body });
    };
    const other = await createOrganization();
    const [givenId, otherId] = [(await give(buyer.org_id)).reply().id, (await give(other.id)).reply().id];
    await query("update subscriptions set cancel_at = now() - interval '1 hour' where id = any($1)", [
      `{${givenId},${otherId}}`,
    ]);
    await sandbox.runJob("reconcile-payments");
    const ended = (await client.call(getAdminSubscription, { params: { subscription_id: givenId } })).reply();
    expect(ended).toMatchObject({ status: "canceled", is_available: false });
    const entries = await query(
      `select actor_kind, data -> 'changes' as changes from audit_log
       where action = 'updateSubscription' and subject_id = $1`,
      [givenId],
    );
    expect(entries).toEqual([{ actor_kind: "system", changes: { status: ["active", "canceled"] } }]);
    (await give(other.id)).reply();
    await shop.fillCart(buyer, [plan]);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    const { subscriptions } = await shop.books(buyer.org_id);
    expect(subscriptions).toEqual([{ status: "canceled" }, { status: "active" }]);
  });

  test("is given once by ten clicks at once", async () => {
    const [admin, org, plan] = [await signedInAdmin(), await createOrganization(), await shop.createPlan()];
    const body = { product_id: plan.id, org_id: org.id, start_date: daysFromNow(0), end_date: daysFromNow(9) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.client.call(giveSubscription, { body })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await shop.books(org.id)).subscriptions).toHaveLength(1);
  });

  test("needs a known plan, a known organization, a price and an end after its start", async () => {
    const { admin, body } = await createGivenSubscription(-1, 30);
    const create = async (fields: object) => {
      const answer = await admin.client.call(giveSubscription, { body: { ...body, ...fields } });
      return answer.errcode ?? answer.issues[0]?.path.join(".");
    };
    expect(await create({ product_id: unknownId })).toBe("PRODUCT_NOT_FOUND");
    expect(await create({ product_id: (await shop.createProduct()).id })).toBe("PRODUCT_NOT_FOUND");
    expect(await create({ org_id: unknownId })).toBe("ORG_NOT_FOUND");
    expect(await create({ product_id: (await shop.createPlan({ price_levels: {} })).id })).toBe(
      "PRODUCT_BASE_PRICE_NOT_FOUND",
    );
    expect(await create({ end_date: body.start_date })).toBe("end_date");
    expect(await create({ start_date: "2026-02-31x" })).toBe("start_date");
    expect(await create({ start_date: "tomorrow" })).toBe("start_date");
  });
});

describe("a day that the calendar or the database does not have", () => {
  const impossibleDays = [
    "2025-02-29",
    "2026-02-30",
    "2026-04-31T10:00:00Z",
    "0000-01-01",
    "0001-01-01T00:00:00+01:00",
  ];

  test.each(impossibleDays)("is a 400 of its field: %s", async (day) => {
    const { admin, body, change } = await createGivenSubscription(5, 30);
    for (const field of ["start_date", "end_date"]) {
      const answers = [
        await admin.client.call(giveSubscription, { body: { ...body, [field]: day } }),
        await change({ [field]: day }),
      ];
      for (const answer of answers) expect([answer.status, answer.issues[0]?.path.join(".")]).toEqual([400, field]);
    }
  });

  test("is refused by the form, too", async () => {
    const { admin, body } = await createGivenSubscription(5, 30);
    const fields = { ...body, start_date: "2026-02-30", end_date: "2027-01-01" };
    const answer = await postForm(admin.client, "/admin/subscriptions/give", fields);
    expect(answer.status).toBe(422);
  });
});

describe("the change of a subscription", () => {
  test("may move a start that is still to come, and not one that has been", async () => {
    const upcomingGift = await createGivenSubscription(5, 30);
    const start_date = daysFromNow(7);
    expect((await upcomingGift.change({ start_date })).reply().start_at).toBe(start_date);
    const startedGift = await createGivenSubscription(-1, 30);
    const answer = await startedGift.change({ start_date });
    expect([answer.status, answer.errcode]).toEqual([422, "ILLEGAL_SUBSCRIPTION_UPDATE"]);
    expect(
      (await startedGift.change({ start_date: startedGift.made.start_at, end_date: daysFromNow(40) })).status,
    ).toBe(200);
  });

  test("may not end it before its start, nor give it an unknown status", async () => {
    const { admin, change, made } = await createGivenSubscription(5, 30);
    expect((await change({ end_date: daysFromNow(4) })).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    for (const status of ["trialing", "unpaid", "paused", "incomplete_expired", "cancelled", ""])
      expect([status, (await change({ status })).status]).toEqual([status, 400]);
    expect((await change({ status: "active" }, unknownId)).errcode).toBe("SUBSCRIPTION_NOT_FOUND");
    expect((await change({ end_date: "2026-13-01" })).status).toBe(400);
    const params = { subscription_id: made.id };
    expect((await admin.client.call(getAdminSubscription, { params })).reply()).toEqual(made);
  });

  test("is not possible once it is canceled, and the plan may be bought again", async () => {
    const { change, buyer, plan, admin, made } = await createGivenSubscription(-1, 30);
    const canceled = (await change({ status: "canceled" })).reply();
    expect(canceled).toMatchObject({ status: "canceled", is_available: false, updated_by: { id: admin.user.id } });
    expect(Date.parse(canceled.cancel_at ?? ""), "it ended now, not when it was to end").toBeLessThanOrEqual(
      Date.now(),
    );
    for (const fields of [{ status: "active" }, { end_date: daysFromNow(60) }, { status: "canceled" }, {}]) {
      const answer = await change(fields);
      expect([answer.status, answer.errcode]).toEqual([422, "SUBSCRIPTION_ALREADY_CANCELLED"]);
    }
    const params = { subscription_id: made.id };
    expect((await admin.client.call(getAdminSubscription, { params })).reply().status).toBe("canceled");
    const added = await buyer.client.call(addCartProduct, { params: { id: plan.id }, body: { quantity: 1 } });
    expect(added.status).toBe(200);
  });

  test("of another state than was read is refused, and what two wish at the same time both holds", async () => {
    const { change, made } = await createGivenSubscription(-1, 30);
    const { updated_at } = made;
    const endDate = daysFromNow(50);
    const first = (await change({ end_date: endDate, updated_at })).reply();
    const lateAnswer = await change({ status: "past_due", updated_at });
    expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
    // A change to the current state passes, as when a form is sent twice.
    expect((await change({ end_date: endDate, updated_at })).reply()).toEqual(first);
    for (const [index, status] of (["past_due", "active", "past_due", "active"] as const).entries()) {
      const end_date = new Date(daysFromNow(60 + index)).toISOString();
      const answers = await Promise.all([change({ end_date }), change({ status })]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      const params = { subscription_id: made.id };
      const { client } = await signedInAdmin();
      expect((await client.call(getAdminSubscription, { params })).reply()).toMatchObject({
        status,
        cancel_at: end_date,
      });
    }
  });

  test("compares the state that was read as an instant, however it is written", async () => {
    const { change, made } = await createGivenSubscription(-1, 30);
    let { updated_at } = made;
    for (const [at] of spellInstant(updated_at).entries()) {
      const end_date = daysFromNow(40 + at);
      expect((await change({ end_date, updated_at: addMicrosecond(updated_at) })).errcode).toBe("OBJECT_OUTDATED");
      updated_at = (await change({ end_date, updated_at: spellInstant(updated_at)[at] })).reply().updated_at;
    }
  });

  test("of a paid one reaches the payment provider: its end, and its cancellation", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    const [subscription_id = ""] = buyer.bought.subscription_ids;
    const { client } = await signedInAdmin();
    const change = (body: object) => client.call(updateSubscription, { params: { subscription_id }, body });
    const fetchFromProvider = async () =>
      (await shop.objects("subscription", { customer: buyer.customer }))[0] ?? { id: "" };
    const end = new Date(Math.floor(Date.now() / 1000 + 40 * 86_400) * 1000).toISOString();
    expect((await change({ end_date: end })).reply().cancel_at).toBe(end);
    expect((await fetchFromProvider())["cancel_at"]).toBe(Date.parse(end) / 1000);
    const canceled = (await change({ status: "canceled" })).reply();
    expect(canceled.status).toBe("canceled");
    const { status, ended_at } = await fetchFromProvider();
    expect([status, Number(ended_at) * 1000]).toEqual(["canceled", Date.parse(canceled.cancel_at ?? "")]);
    await shop.settled();
    const current = (await client.call(getAdminSubscription, { params: { subscription_id } })).reply();
    expect(current.cancel_at, "the provider's callback changes nothing").toBe(canceled.cancel_at);
    expect((await shop.books(buyer.org_id)).subscriptions).toEqual([{ status: "canceled" }]);
  });

  test("of a paid one's status is refused with the reason, because the provider decides it", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    const [subscription_id = ""] = buyer.bought.subscription_ids;
    const { client } = await signedInAdmin();
    const change = (body: object) => client.call(updateSubscription, { params: { subscription_id }, body });
    for (const status of ["past_due", "incomplete"]) {
      const { status: code, errcode, message } = await change({ status });
      expect([code, errcode]).toEqual([422, "ILLEGAL_SUBSCRIPTION_UPDATE"]);
      expect(message).toContain("payment provider decides");
    }
    const end_date = new Date(Math.floor(Date.now() / 1000 + 40 * 86_400) * 1000).toISOString();
    expect((await change({ status: "past_due", end_date })).status, "nothing of it is done").toBe(422);
    const readSubscription = async () =>
      (await client.call(getAdminSubscription, { params: { subscription_id } })).reply();
    expect(await readSubscription()).toMatchObject({ status: "active", cancel_at: null });
    // The current status may be sent along with a change.
    expect((await change({ status: "active", end_date })).reply()).toMatchObject({
      status: "active",
      cancel_at: end_date,
    });
  });

  test("that the provider refuses changes nothing here", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    const [subscription_id = ""] = buyer.bought.subscription_ids;
    await query("update subscriptions set stripe_id = 'sub_gone' where id = $1", [subscription_id]);
    const { client } = await signedInAdmin();
    const answer = await client.call(updateSubscription, {
      params: { subscription_id },
      body: { end_date: daysFromNow(9) },
    });
    expect([answer.status, answer.errcode]).toEqual([422, "STRIPE_SUBSCRIPTION_MODIFICATION_ERROR"]);
    expect((await client.call(getAdminSubscription, { params: { subscription_id } })).reply().cancel_at).toBeNull();
  });
});

test("a subscription of another organization is not found, and an id of 37 characters is refused", async () => {
  const { made, buyer } = await createGivenSubscription(-1, 30);
  const stranger = await signedIn();
  const readSubscription = (subscription_id: string, { client } = stranger) =>
    client.call(getSubscription, { params: { subscription_id } });
  expect((await readSubscription(made.id, buyer)).reply().id).toBe(made.id);
  expect([
    (await readSubscription(made.id)).errcode,
    (await readSubscription(unknownId)).errcode,
    (await readSubscription("x")).errcode,
  ]).toEqual(Array.from({ length: 3 }, () => "SUBSCRIPTION_NOT_FOUND"));
  expect((await readSubscription("x".repeat(37))).status).toBe(400);
});
