import { expect, test } from "vitest";
import { giveSubscription } from "../../../../worker/contract/v1/admin/subscriptions.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { createOrganization } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function grantPlan(start: number, end: number) {
  const [admin, org, plan] = [await signedInAdmin(), await createOrganization(), await shop.createPlan()];
  const body = { product_id: plan.id, org_id: org.id, start_date: day(start), end_date: day(end) };
  const { id } = (await admin.client.call(giveSubscription, { body })).reply();
  return { client: admin.client, org, plan, id, path: `/admin/subscriptions/${id}` };
}

test("the form gives a plan once, however often it is sent, and says so of the second", async () => {
  const [{ client }, org, plan] = [await signedInAdmin(), await createOrganization(), await shop.createPlan()];
  const path = "/admin/subscriptions/give";
  const fields = { org_id: org.id, product_id: plan.id, start_date: day(-1), end_date: day(30) };
  const answers = await Promise.all(Array.from({ length: 10 }, () => postForm(client, path, fields)));
  const redirects = answers.filter(({ status }) => status === 303);
  expect(redirects).toHaveLength(1);
  const subscriptionPath = redirects[0]?.headers.get("location") ?? "";
  expect(subscriptionPath).toMatch(/^\/admin\/subscriptions\/[0-9a-f-]{36}$/);
  const retryAnswer = await postForm(client, path, fields);
  expect(retryAnswer.status).toBe(422);
  expect(await retryAnswer.text()).toContain("This organization has a live subscription to this plan already.");
  expect(await query("select 1 from subscriptions where org_id = $1", [org.id])).toHaveLength(1);
  const pageText = await readWords(client, subscriptionPath);
  for (const text of [`${plan.name} of ${org.name}`, "Active", "Granted, free of charge", "Can be used now"])
    expect(pageText).toContain(text);
  for (const [wrong, text] of [
    [{ org_id: "" }, "Organization is required."],
    [{ end_date: day(-3) }, "End date must be after the start date."],
  ] as const) {
    const answer = await postForm(client, path, { ...fields, ...wrong });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(text)]);
  }
});

test("a given one offers its dates and status, and of what is not allowed it says why", async () => {
  const futureGrant = await grantPlan(5, 30);
  const textBefore = await readWords(futureGrant.client, futureGrant.path);
  for (const text of ["Begins", "Ends", "Status", "End it now"]) expect(textBefore).toContain(text);
  const saveAnswer = await postForm(futureGrant.client, `${futureGrant.path}/change`, {
    shown_start: day(5),
    shown_end: day(30),
    start_date: day(7),
    end_date: day(30),
    status: "active",
  });
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, futureGrant.path]);
  const earlyAnswer = await postForm(futureGrant.client, `${futureGrant.path}/change`, {
    shown_end: day(30),
    end_date: day(6),
  });
  expect([earlyAnswer.status, await earlyAnswer.text()]).toEqual([
    422,
    expect.stringContaining("It cannot end before it starts"),
  ]);

  const currentGrant = await grantPlan(-5, 30);
  // Saving the form does not move an instant that the form shows as a day.
  await query("update subscriptions set cancel_at = cancel_at + interval '7 hours' where id = $1", [currentGrant.id]);
  const [{ cancel_at } = { cancel_at: "" }] = await query<{ cancel_at: string }>(
    "select cancel_at::text from subscriptions where id = $1",
    [currentGrant.id],
  );
  expect(await readWords(currentGrant.client, currentGrant.path)).toContain("so its start can no longer be moved");
  await postForm(currentGrant.client, `${currentGrant.path}/change`, {
    shown_end: day(30),
    end_date: day(30),
    status: "past_due",
  });
  expect(await query("select status, cancel_at::text from subscriptions where id = $1", [currentGrant.id])).toEqual([
    { status: "past_due", cancel_at },
  ]);
  for (const expectedText of ["has ended.", "Subscription is already cancelled"]) {
    expect((await postForm(currentGrant.client, `${currentGrant.path}/end`)).status).toBe(303);
    expect(await readWords(currentGrant.client, currentGrant.path)).toContain(expectedText);
  }
  const textAfter = await readWords(currentGrant.client, currentGrant.path);
  expect(textAfter).toContain("can no longer be changed");
  expect(textAfter).not.toContain("Save the change");
  expect(textAfter).toContain("granted a subscription");
  const [auditCount] = await query<{ n: number }>(
    "select count(*)::int as n from audit_log where subject_id = $1 and action = 'updateSubscription'",
    [currentGrant.id],
  );
  expect(auditCount?.n).toBe(2);
});

test("what another administrator changed meanwhile is shown beside what was typed, and an end is not taken away", async () => {
  const { client, path, id } = await grantPlan(-5, 30);
  const page = await (await client.fetch(path)).text();
  const updated_at = /name="updated_at" value="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(updated_at).not.toBe("");
  const seenFields = { updated_at, shown_end: day(30), "seen.end_date": day(30), "seen.status": "active" };
  const other = await signedInAdmin();
  expect(
    (await postForm(other.client, `${path}/change`, { ...seenFields, end_date: day(30), status: "past_due" })).status,
  ).toBe(303);
  const lateAnswer = await postForm(client, `${path}/change`, { ...seenFields, end_date: day(40), status: "active" });
  const lateHtml = await lateAnswer.text();
  expect(lateAnswer.status).toBe(422);
  for (const text of ["This has been changed by someone else.", "Is there now", "Past due"])
    expect(lateHtml).toContain(text);
  const fetchState = () => query("select status, cancel_at::date::text as ends from subscriptions where id = $1", [id]);
  expect(await fetchState()).toEqual([{ status: "past_due", ends: day(30) }]);
  const emptiedAnswer = await postForm(client, `${path}/change`, { shown_end: day(30), end_date: "" });
  expect([emptiedAnswer.status, await emptiedAnswer.text()]).toEqual([
    422,
    expect.stringContaining("An end is required."),
  ]);
});

test("of a paid one the provider is told, and what is only there is said to be", async () => {
  const buyer = await shop.purchase([await shop.createPlan()]);
  const [id = ""] = buyer.bought.subscription_ids;
  const { client } = await signedInAdmin();
  const path = `/admin/subscriptions/${id}`;
  const pageText = await readWords(client, path);
  for (const text of ["Its status follows the payments at the payment provider", "First term", "$49.00 per month"])
    expect(pageText).toContain(text);
  expect((await postForm(client, `${path}/change`, { shown_end: "", end_date: day(40) })).status).toBe(303);
  const providerPlans = await shop.objects("subscription", { customer: buyer.customer });
  expect(providerPlans[0]?.["cancel_at"]).toBe(Date.parse(day(40)) / 1000);
  // A pending webhook about the change would overwrite the stripe_id that the next statement breaks.
  await shop.settled();
  await query("update subscriptions set stripe_id = 'sub_gone_' || id where id = $1", [id]);
  await postForm(client, `${path}/end`);
  expect(await readWords(client, path)).toContain("The payment provider did not take the change");
  const stranger = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const page of [path, "/admin/subscriptions", "/admin/subscriptions/give"])
    expect([page, (await stranger.client.fetch(page)).status]).toEqual([page, 404]);
});

test("the list is told by organization and plan, with views of what comes next", async () => {
  const { client, org, plan, path } = await grantPlan(-1, 20);
  const html = await (await client.fetch(`/admin/subscriptions?org_id=${org.id}`)).text();
  expect(html).toMatch(new RegExp(`<a href="${path}[^"]*">${plan.name}</a>`));
  const pageText = await readWords(client, `/admin/subscriptions?org_id=${org.id}`);
  for (const text of ["1 subscription", org.name, plan.name, "Granted", "End in 30 days", `Organization: ${org.name}`])
    expect(pageText).toContain(text);
  const file = await (await client.fetch(`/admin/subscriptions?org_id=${org.id}&format=csv`)).text();
  expect(removeQuotes(file).trimEnd().split("\r\n")).toEqual([
    "Plan,Organization,What happens next,Began,Status,Price",
    expect.stringContaining(`${plan.name},${org.name},`),
  ]);
});
