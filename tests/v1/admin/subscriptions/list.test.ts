import { expect, test } from "vitest";
import { giveSubscription, listAdminSubscriptions } from "../../../../worker/contract/v1/admin/subscriptions.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test("subscriptions are found by organization, by plan, by who pays, and by what comes next", async () => {
  const { client } = await signedInAdmin();
  const [org, plans] = [await createOrganization(), await Promise.all([1, 2, 3, 4].map(() => shop.createPlan()))];
  const ids = await Promise.all(
    plans.map(async ({ id: product_id }) => {
      const body = { product_id, org_id: org.id, start_date: daysFromNow(-5), end_date: daysFromNow(20) };
      return (await client.call(giveSubscription, { body })).reply().id;
    }),
  );
  const [givenId = "", soonId = "", laterId = "", endingId = ""] = ids;
  const setPaid = (id: string, days: number, ends: number | null) =>
    query(
      `update subscriptions set stripe_id = 'sub_' || id, current_period_end = now() + $2::int * interval '1 day',
         cancel_at = now() + $3::int * interval '1 day' where id = $1`,
      [id, days, ends],
    );
  await setPaid(soonId, 5, null);
  await setPaid(laterId, 25, null);
  await setPaid(endingId, 6, 6);
  const listIds = async (more: Record<string, string>) =>
    (await client.call(listAdminSubscriptions, { query: { org_id: org.id, ...more } }))
      .reply()
      .data.map(({ id }) => id);
  expect(new Set(await listIds({}))).toEqual(new Set(ids));
  expect(await listIds({ ahead: "renewal-7" })).toEqual([soonId]);
  expect(new Set(await listIds({ ahead: "renewal-30" }))).toEqual(new Set([soonId, laterId]));
  expect(new Set(await listIds({ ahead: "end-30" }))).toEqual(new Set([givenId, endingId]));
  expect(await listIds({ is_paid: "false" })).toEqual([givenId]);
  expect(await listIds({ product_id: plans[2]?.id ?? "" })).toEqual([laterId]);
  const byName = (await client.call(listAdminSubscriptions, { query: { search: org.name.toUpperCase() } })).reply();
  expect(byName.meta.count).toBe(4);
  expect(byName.data[0]?.organization).toEqual({ id: org.id, name: org.name });
});
