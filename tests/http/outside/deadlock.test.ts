import { expect, test } from "vitest";
import { rejectAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { inactivateUsers } from "../../../worker/contract/v1/admin/users.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Answer } from "../../support/client.ts";
import { hold, query } from "../../support/database.ts";
import { createAccountRequest, createUser } from "../../support/factories.ts";

type Rows = { table: string; ids: string[] };

/**
 * Deadlocks a request with a transaction that locks two rows in the other order; PostgreSQL cancels the one that has
 * waited for a second. The answer is undefined if this machine stalled, so that PostgreSQL canceled the transaction or
 * the request's statement timed out (503).
 */
async function deadlock({ table, ids }: Rows, request: () => Promise<Answer>): Promise<Answer | undefined> {
  const lock = `select 1 from ${table} where id = $1 for update`;
  const lockHolder = await hold(lock, [ids[1]]);
  const answer = request();
  await expect.poll(async () => (await lockHolder.waiting()).length, { interval: 10 }).toBeGreaterThan(0);
  const isHolderCanceled = await lockHolder.run(lock, [ids[0]]).then(
    () => false,
    (error: { code?: string }) => {
      if (error.code !== "40P01") throw error;
      return true;
    },
  );
  await (isHolderCanceled ? lockHolder.release() : lockHolder.commit());
  const received = await answer;
  return isHolderCanceled || received.status === 503 ? undefined : received;
}

test("a request that the database ends because of a deadlock is run again", async () => {
  const { client } = await signedInAdmin();
  let user_ids: string[];
  let answer: Answer | undefined;
  do {
    user_ids = (await Promise.all([createUser(), createUser()])).map(({ id }) => id).toSorted();
    const body = { user_ids };
    answer = await deadlock({ table: "users", ids: user_ids }, () => client.call(inactivateUsers, { body }));
  } while (answer === undefined);
  expect(answer.status).toBe(200);
  expect(await query("select 1 from users where id = any($1) and not is_active", [user_ids])).toHaveLength(2);
});

test("and so is a transaction, as a whole", async () => {
  const { client } = await signedInAdmin();
  let emails: string[];
  let answer: Answer | undefined;
  do {
    const requests = await Promise.all([createAccountRequest(), createAccountRequest()]);
    emails = requests.map(({ email }) => email);
    const ids = requests.map(({ id }) => id).toSorted();
    const body = { request_ids: ids, reason: "No customer" };
    answer = await deadlock({ table: "account_requests", ids }, () => client.call(rejectAccountRequests, { body }));
  } while (answer === undefined);
  expect(answer.status).toBe(200);
  const mails = await query("select 1 from outbox where recipient = any($1)", [emails]);
  expect(mails, "each is written to once").toHaveLength(2);
});
