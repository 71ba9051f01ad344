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

test("cleaning up keeps the codes of sign-ins for a day", async () => {
  const { id } = await factories.createUser();
  await database(
    `insert into sign_in_codes (user_id, expires_at)
      select $1, now() - hour * interval '1 hour' from unnest(array[-1, 23, 25]) hour`,
    [id],
  );
  await sandbox.runJob("clean-up");
  const left = await database("select 1 from sign_in_codes where user_id = $1", [id]);
  expect(left).toHaveLength(2);
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
