import { describe, expect, test } from "vitest";
import { requestAccount } from "../../worker/contract/v1/sso/account-request.ts";
import { requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { requestSignInCode, signIn } from "../../worker/contract/v1/sso/session.ts";
import { visitor } from "../support/actors.ts";
import { areaUnderCurve, shuffle } from "../support/classifier.ts";
import type { Answer } from "../support/client.ts";
import { query } from "../support/database.ts";
import {
  createAccountRequest,
  createUser,
  password,
  slowPasswordHash,
  unique,
  uniqueEmail,
} from "../support/factories.ts";

const groups = ["known", "inactive", "never set up", "asked before", "unknown"] as const;
type Group = (typeof groups)[number];
const states = { known: "active", inactive: "inactive", "never set up": "new" } as const;
async function createEmail(group: Group): Promise<string> {
  if (group === "unknown") return uniqueEmail();
  if (group === "asked before") return (await createAccountRequest()).email;
  const { id, email } = await createUser({ state: states[group] });
  await query("update users set password_hash = $2 where id = $1 and password_hash is not null", [
    id,
    slowPasswordHash,
  ]);
  // Simulates an attacker who knows the password and has requested a code.
  if (group === "known")
    await query("insert into sign_in_codes (user_id, expires_at) values ($1, now() + interval '10 minutes')", [id]);
  return email;
}

/** Highest area under the ROC curve (`areaUnderCurve`) that a classifier by response time may reach. */
const maxAuc = 0.55;
/** An estimate this many standard errors above the limit is a leak if a repetition with more samples agrees. */
const certainty = 2.6;

const responseShape = ({ status, text, headers, set_cookies }: Answer) =>
  JSON.stringify([status, text, [...headers.keys()].toSorted(), set_cookies]);

type Measurements = { times: Record<Group, number[]>; shapes: Set<string> };
const emptyMeasurements = (): Measurements => ({
  times: { known: [], inactive: [], "never set up": [], "asked before": [], unknown: [] },
  shapes: new Set(),
});

/** Sends one request per group, in a new order each time, so that other load affects all groups alike. */
async function sample(seen: Measurements, rounds: number, call: (email: string) => Promise<Answer>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const emails = await Promise.all(groups.map(async (group) => ({ group, email: await createEmail(group) })));
    for (const { group, email } of shuffle(emails)) {
      const startedAt = performance.now();
      const answer = await call(email);
      seen.times[group].push(performance.now() - startedAt);
      seen.shapes.add(responseShape(answer));
    }
  }
}

const distinguishablePairs = ({ times }: Measurements): string[] =>
  groups.flatMap((one, i) =>
    groups.slice(i + 1).flatMap((other) => {
      const { auc, error } = areaUnderCurve(times[one], times[other]);
      return auc - certainty * error > maxAuc ? [`${one} and ${other}: ${auc.toFixed(2)}`] : [];
    }),
  );

const calls = [
  {
    what: "a wrong sign-in",
    // Password hashes are computed one at a time, so parallel lanes would wait for each other.
    rounds: 24,
    lanes: 1,
    call: (email: string) => visitor().call(signIn, { body: { username: email, password: "Wrong-1234!" } }),
  },
  {
    what: "asking for a sign-in code with a password that is right for an account",
    rounds: 24,
    lanes: 1,
    call: (email: string) => visitor().call(requestSignInCode, { body: { username: email, password } }),
  },
  {
    what: "a sign-in with a wrong code",
    // The known account has a code that was requested with the right password (`createEmail`).
    rounds: 120,
    lanes: 6,
    call: (email: string) =>
      visitor().call(signIn, {
        body: { username: email, password, code: "AAAAAA" },
        headers: { "x-captcha-token": null },
      }),
  },
  {
    what: "a password reset",
    // The worker delays these responses on purpose, so six lanes of requests overlap.
    rounds: 120,
    lanes: 6,
    call: (email: string) => visitor().call(requestPasswordReset, { body: { email } }),
  },
  {
    what: "an account request",
    rounds: 120,
    lanes: 6,
    call: (email: string) =>
      visitor().call(requestAccount, {
        body: { first_name: "A", last_name: "B", org_name: unique("C"), email },
      }),
  },
];

describe("nobody learns who has an account", () => {
  test.each(calls)(
    "from the answer to $what: same status, words, header names and time",
    { timeout: 180_000 },
    async ({ call, rounds, lanes }) => {
      const measure = (seen: Measurements, totalRounds: number) =>
        Promise.all(Array.from({ length: lanes }, () => sample(seen, totalRounds / lanes, call)));
      // The first calls warm up connections and plans.
      await measure(emptyMeasurements(), lanes);
      const measurements = emptyMeasurements();
      await measure(measurements, rounds);
      if (distinguishablePairs(measurements).length > 0) await measure(measurements, 2 * rounds);
      expect([...measurements.shapes]).toHaveLength(1);
      expect(distinguishablePairs(measurements)).toEqual([]);
    },
  );
});
