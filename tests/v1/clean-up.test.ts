import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp } from "../support/app.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { type Factories, factoriesOn, uniqueEmail } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let factories: Factories;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  database = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(database);
});
afterAll(() => app?.stop());

test("cleaning up forgets what ended long ago and keeps what is in use", async () => {
  const user = await factories.createUser();
  await factories.createSession(user.id);
  await factories.createSession(user.id, "bearer");
  await database("update sessions set expires_at = now() - interval '31 days' where user_id = $1 and kind = 'bearer'", [
    user.id,
  ]);
  await database(
    "insert into rate_counters (key, n, resets_at) values ('test-past', 1, now() - interval '1 second'), ('test-live', 1, now() + interval '1 hour')",
  );
  await sandbox.runJob("clean-up");
  expect(await database("select kind from sessions where user_id = $1", [user.id])).toEqual([{ kind: "cookie" }]);
  expect(await database("select key from rate_counters where key like 'test-%'")).toEqual([{ key: "test-live" }]);
  expect(await database("select status from tasks where name = 'clean-up'")).toEqual([{ status: "completed" }]);
});

test("cleaning up keeps a session of the desktop app that can be renewed, and the used tokens of one until it is over", async () => {
  const { id } = await factories.createUser();
  const sessions = await database<{ id: string; name: string }>(
    `insert into sessions (token_hash, kind, user_id, expires_at, refresh_expires_at, revoked_at, user_agent)
      select sha256(name::bytea), 'bearer', $1, now() - interval '31 days', now() + renewable::interval,
        now() + revoked::interval, name
      from (values ('open', '1 day', null), ('ended', '1 day', '-25 hours'), ('just ended', '1 day', '-23 hours'),
        ('over', '-25 hours', null), ('long over', '-31 days', null)) of (name, renewable, revoked)
      returning id, user_agent as name`,
    [id],
  );
  for (const each of sessions)
    await database(
      "insert into refresh_tokens (token_hash, session_id, used_at) values (sha256($2::bytea), $1, now()), (sha256($3::bytea), $1, null)",
      [each.id, `${each.name} used`, `${each.name} unused`],
    );
  await sandbox.runJob("clean-up");
  const remainingSessions = await database<{ name: string; tokens: number }>(
    `select user_agent as name, (select count(*)::int from refresh_tokens r where r.session_id = s.id) as tokens
      from sessions s where user_id = $1 order by user_agent`,
    [id],
  );
  expect(remainingSessions).toEqual([
    { name: "ended", tokens: 0 },
    { name: "just ended", tokens: 2 },
    { name: "open", tokens: 2 },
    { name: "over", tokens: 0 },
  ]);
});

test("cleaning up keeps the codes of sign-ins for a day", async () => {
  const { id } = await factories.createUser();
  await database(
    `insert into sign_in_codes (user_id, expires_at)
      select $1, now() - hour * interval '1 hour' from unnest(array[-1, 23, 25]) hour`,
    [id],
  );
  await sandbox.runJob("clean-up");
  const remainingCodes = await database("select 1 from sign_in_codes where user_id = $1", [id]);
  expect(remainingCodes).toHaveLength(2);
});

test("cleaning up keeps codes and sent mail for 30 days, hand-off codes for one and known browsers for 400", async () => {
  const { id } = await factories.createUser();
  const [sent, unsent] = [uniqueEmail(), uniqueEmail()];
  await database(
    `insert into verification_codes (user_id, scope, expires_at)
      select $1, 'verify:user-setup', now() - day * interval '1 day' from unnest(array[-1, 29, 31]) day`,
    [id],
  );
  await database(
    `insert into hand_off_codes (code_hash, user_id, client, redirect_uri, user_epoch, from_session_id, expires_at)
      select sha256(hour::text::bytea), $1, 'flowpoint-win', 'flowpoint://', 0, gen_random_uuid(), now() - hour * interval '1 hour'
      from unnest(array[0, 23, 25]) hour`,
    [id],
  );
  await database(
    `insert into known_browsers (token_hash, user_id, created_at, last_used_at)
      select sha256(day::text::bytea), $1, now() - interval '500 days', now() - day * interval '1 day' from unnest(array[0, 399, 401]) day`,
    [id],
  );
  await database(
    `insert into outbox (channel, type, recipient, payload, created_at, sent_at, failed_at)
      select 'email', 'passwordChanged', case when day = 40 then $2 else $1 end, '{}', now() - interval '40 days',
        case when day < 40 then now() - day * interval '1 day' end, case when day = 40 then now() end
      from unnest(array[29, 31, 40]) day`,
    [sent, unsent],
  );
  await sandbox.runJob("clean-up");
  const ages = async (unit: number, column: string, from: string, of: string) =>
    (
      await database<{ age: number }>(
        `select round(extract(epoch from now() - ${column}) / $2)::int as age from ${from} = $1 order by age`,
        [of, unit],
      )
    ).map((row) => row.age);
  const day = 24 * 3600;
  expect({
    codes: await ages(day, "expires_at", "verification_codes where user_id", id),
    hand_offs: await ages(3600, "expires_at", "hand_off_codes where user_id", id),
    browsers: await ages(day, "last_used_at", "known_browsers where user_id", id),
    sent: await ages(day, "sent_at", "outbox where recipient", sent),
    unsent: await ages(day, "created_at", "outbox where recipient", unsent),
  }).toEqual({ codes: [-1, 29], hand_offs: [0, 23], browsers: [0, 399], sent: [29], unsent: [40] });
});

test("a cart that nobody has touched for 180 days is empty then, but for one that is being paid", async () => {
  const users = await Promise.all([1, 2, 3].map(() => factories.createUser({ roles: ["buyer", "user"] })));
  const [old, recent, paying] = users.map(({ id }) => id);
  await database(
    `insert into carts (org_id, user_id, products, seen_prices, attempt_id, updated_at)
     select u.org_id, u.id, '{"00000000-0000-4000-8000-000000000001": 2}', '{"00000000-0000-4000-8000-000000000001": 100}',
       case when u.id = $3::uuid then gen_random_uuid() end,
       now() - case when u.id = $2::uuid then interval '179 days' else interval '181 days' end
     from users u where u.id in ($1, $2, $3)`,
    [old, recent, paying],
  );
  await sandbox.runJob("clean-up");
  const remainingCarts = await database<{ user_id: string; count: number }>(
    `select user_id, (select count(*)::int from jsonb_object_keys(products)) as count from carts
     where user_id = any($1) order by array_position($1::uuid[], user_id)`,
    [[old, recent, paying]],
  );
  expect(remainingCarts.map(({ count }) => count)).toEqual([0, 1, 1]);
});

test("cleaning up keeps callbacks that were applied for 60 days, and those that wait or were given up", async () => {
  await database(
    `insert into stripe_events (id, type, object_id, created, status, next_at, received_at)
      select 'evt_old_' || status || day, 'invoice.payment_succeeded', 'in_none', 0, status, now() + interval '1 day',
        now() - day * interval '1 day'
      from unnest(array['received', 'processed', 'ignored', 'given-up']) status, unnest(array[59, 61]) day`,
  );
  await sandbox.runJob("clean-up");
  const remainingEvents = await database<{ id: string }>("select id from stripe_events where id like 'evt_old_%'");
  expect(remainingEvents.map(({ id }) => id.slice("evt_old_".length)).toSorted()).toEqual([
    "given-up59",
    "given-up61",
    "ignored59",
    "processed59",
    "received59",
    "received61",
  ]);
});
