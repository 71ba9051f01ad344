import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestSignInCode, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { startOwnApp } from "../../support/app.ts";
import { isNight, sampleCount } from "../../support/by-night.ts";
import { areaUnderCurve, shuffle } from "../../support/classifier.ts";
import { type Answer, createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn, password, slowPasswordHash, uniqueEmail } from "../../support/factories.ts";

const groups = ["unknown", "without a factor", "with a passkey", "with an authenticator app"] as const;
type Group = (typeof groups)[number];

// Password hashes of other tests would fill the queue of the shared worker, which then replies 429.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());
const visitor = () => createClient({ url: app.worker.url });

async function createEmail(group: Group): Promise<string> {
  if (group === "unknown") return uniqueEmail();
  const { id, email } = await factoriesOn(query).createUser();
  await query("update users set password_hash = $2 where id = $1", [id, slowPasswordHash]);
  if (group === "with a passkey")
    await query(
      `insert into passkeys (user_id, credential_id, public_key, counter, name, is_synced)
       values ($1, gen_random_uuid()::text::bytea, '\\x00', 0, 'Key', false)`,
      [id],
    );
  if (group === "with an authenticator app")
    await query("insert into totp_secrets (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())", [id]);
  return email;
}

/**
 * Highest area under the ROC curve that a classifier by response time may reach, at night over 2,000 tries of two
 * groups.
 */
const maxAuc = 0.55;
/** How many standard errors above the limit make an estimate a leak; 0 at night, when the sample is large. */
const certainty = isNight ? 0 : 2.6;
/** Eight rounds reveal a skipped password hash; smaller differences need the nightly count. */
const rounds = sampleCount({ day: 8, night: 1000 });

const responseShape = ({ status, text, headers, set_cookies }: Answer) =>
  JSON.stringify([status, text, [...headers.keys()].toSorted(), set_cookies]);

const calls = [
  {
    what: "a sign-in with a wrong password",
    call: (email: string) => visitor().call(signIn, { body: { username: email, password: "Wrong-1234!" } }),
  },
  {
    what: "asking for a sign-in code with the right password",
    call: (email: string) => visitor().call(requestSignInCode, { body: { username: email, password } }),
  },
];

describe("nobody learns who exists, or who has a factor", () => {
  test.each(calls)("from $what", { timeout: 60 * 60_000 }, async ({ call }) => {
    const times: Record<Group, number[]> = {
      unknown: [],
      "without a factor": [],
      "with a passkey": [],
      "with an authenticator app": [],
    };
    const shapes = new Set<string>();
    // The first rounds warm up connections and plans.
    for (let round = -2; round < rounds; round += 1) {
      const emails = await Promise.all(groups.map(async (group) => ({ group, email: await createEmail(group) })));
      for (const { group, email } of shuffle(emails)) {
        const startedAt = performance.now();
        const answer = await call(email);
        if (round >= 0) times[group].push(performance.now() - startedAt);
        shapes.add(responseShape(answer));
      }
    }
    expect([...shapes].slice(1), `unlike ${[...shapes][0]}`).toEqual([]);
    const distinguishablePairs = groups.flatMap((one, at) =>
      groups.slice(at + 1).flatMap((other) => {
        const { auc, error } = areaUnderCurve(times[one], times[other]);
        return auc - certainty * error > maxAuc ? [`${one} and ${other}: ${auc.toFixed(3)}`] : [];
      }),
    );
    expect(distinguishablePairs).toEqual([]);
  });
});
