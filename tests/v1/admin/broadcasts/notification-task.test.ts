import { describe, expect, test } from "vitest";
import { runNotificationTask } from "../../../../worker/contract/v1/admin/notifications.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { sandbox } from "../../../support/sandbox.ts";

const admin = (await signedInAdmin()).client;
const listQueuedChannels = async (userId: string) =>
  (await query<{ channel: string }>("select channel from outbox where user_id = $1 order by channel", [userId])).map(
    ({ channel }) => channel,
  );
const listInApp = (userId: string) => query("select type from notifications where user_id = $1", [userId]);

describe("the task", () => {
  test("sends what its body asks for, and needs none", async () => {
    const { user } = await signedIn();
    expect((await admin.call(runNotificationTask)).reply()).toEqual({ success: true });
    expect((await admin.call(runNotificationTask, { body: {} })).reply()).toEqual({ success: true });
    const body = { type: "welcome" as const, user_id: user.id, payload: {} };
    expect((await admin.call(runNotificationTask, { body })).reply()).toEqual({ success: true });
    expect(await listInApp(user.id)).toEqual([{ type: "welcome" }]);
    await sandbox.waitForMail(user.email, "Welcome");
  });

  test("reminds of a year's renewal 30, 7 and 1 days ahead, each once, and after a pause of the nearest alone", async () => {
    const { user } = await signedIn({ roles: ["org", "buyer", "user"] });
    const createPlan = async (term: string) => {
      const [made] = await query<{ id: string }>(
        `with p as (insert into products (name) values ('Flowpoint Pro') returning id)
         insert into subscriptions (org_id, user_id, product_id, status, amount, interval, stripe_id, current_period_end)
         select $1, $2, p.id, 'active', 4900, $3, 'sub_' || gen_random_uuid(), now() + interval '31 days' from p
         returning id`,
        [user.org_id, user.id, term],
      );
      return made?.id ?? "";
    };
    const [yearlyId, pausedId, monthlyId] = [
      await createPlan("year"),
      await createPlan("year"),
      await createPlan("month"),
    ];
    /**
     * Moves the end of the plan's term and the events of its earlier reminders, so that this much of the term is left;
     * runs the task twice, and lists the days of all reminders.
     */
    const advanceTo = async (id: string, remaining: string) => {
      const [days] = await query<{ before: string; after: string }>(
        `update subscriptions set current_period_end = now() + $2::interval where id = $1
         returning (old.current_period_end at time zone 'UTC')::date::text as before,
           (new.current_period_end at time zone 'UTC')::date::text as after`,
        [id, remaining],
      );
      for (const table of ["notifications", "outbox"])
        await query(`update ${table} set event = replace(event, $2, $3) where event like 'renewal:' || $1 || ':%'`, [
          id,
          days?.before,
          days?.after,
        ]);
      for (let times = 0; times < 2; times += 1) (await admin.call(runNotificationTask)).reply();
      const rows = await query<{ days: number }>(
        `select (payload ->> 'days_left')::int as days from notifications
         where event like 'renewal:' || $1 || ':%' order by created_at`,
        [id],
      );
      return rows.map((row) => row.days);
    };
    expect(await advanceTo(yearlyId, "30 days 1 hour")).toEqual([]);
    expect(await advanceTo(yearlyId, "29 days 23 hours")).toEqual([30]);
    expect(await advanceTo(yearlyId, "7 days 1 hour")).toEqual([30]);
    expect(await advanceTo(yearlyId, "6 days 23 hours")).toEqual([30, 7]);
    expect(await advanceTo(yearlyId, "1 day 1 hour")).toEqual([30, 7]);
    expect(await advanceTo(yearlyId, "23 hours")).toEqual([30, 7, 1]);
    expect(await advanceTo(yearlyId, "1 hour")).toEqual([30, 7, 1]);
    // The worker did not run between 30 days and 20 hours before the end.
    expect(await advanceTo(pausedId, "29 days 23 hours")).toEqual([30]);
    expect(await advanceTo(pausedId, "20 hours")).toEqual([30, 1]);
    // A monthly plan gets no reminder 30 days ahead, on the day of its previous renewal.
    expect(await advanceTo(monthlyId, "29 days")).toEqual([]);
    expect(await advanceTo(monthlyId, "6 days 23 hours")).toEqual([7]);
    expect(await advanceTo(monthlyId, "23 hours")).toEqual([7, 1]);
    expect(await listQueuedChannels(user.id)).toHaveLength(7);
  });

  test("reminds of a renewal within 7 days once for each term, whoever finds out first", async () => {
    const { user } = await signedIn({ roles: ["org", "buyer", "user"] });
    const [product] = await query<{ id: string }>("insert into products (name) values ('Flowpoint Pro') returning id");
    const createSubscription = async (ends: string, cancels: string | null = null) =>
      query(
        `insert into subscriptions (org_id, user_id, product_id, status, amount, interval, stripe_id, current_period_end, cancel_at)
         values ($1, $2, $3, 'active', 4900, 'month', 'sub_' || gen_random_uuid(), now() + $4::interval, now() + $5::interval)`,
        [user.org_id, user.id, product?.id, ends, cancels],
      );
    const remind = async () => (await admin.call(runNotificationTask)).reply();
    const listReminders = () =>
      query(
        "select payload -> 'days_left' as days from notifications where user_id = $1 and type = 'subscriptionRenewalReminder'",
        [user.id],
      );
    await createSubscription("8 days");
    await remind();
    expect(await listReminders()).toEqual([]);
    await query("update subscriptions set current_period_end = now() + interval '6 days 1 hour' where user_id = $1", [
      user.id,
    ]);
    await Promise.all([remind(), remind(), remind()]);
    await remind();
    expect(await listReminders()).toEqual([{ days: 6 }]);
    expect(await listQueuedChannels(user.id)).toEqual(["email"]);
    // A reminder for the next term is a new event.
    await query("update subscriptions set current_period_end = now() + interval '5 days' where user_id = $1", [
      user.id,
    ]);
    await remind();
    expect(await listReminders()).toHaveLength(2);
    // A plan with a scheduled cancellation gets no renewal reminder.
    await query(
      "update subscriptions set current_period_end = now() + interval '4 days', cancel_at = now() + interval '4 days' where user_id = $1",
      [user.id],
    );
    await remind();
    expect(await listReminders()).toHaveLength(2);
  });
});
