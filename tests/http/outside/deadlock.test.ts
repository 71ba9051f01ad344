import { expect, test } from "vitest";
import { rejectAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { inactivateUsers } from "../../../worker/contract/v1/admin/users.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { hold, query } from "../../support/database.ts";
import { createAccountRequest, createUser } from "../../support/factories.ts";

test("a request that the database ends because of a deadlock is run again", async () => {
  const { client } = await signedInAdmin();
  const [firstUser, secondUser] = await Promise.all([createUser(), createUser()]);
  const user_ids = [firstUser.id, secondUser.id].toSorted();
  const lock = "select 1 from users where id = $1 for update";
  const lockHolder = await hold(lock, [user_ids[1]]);
  const answer = client.call(inactivateUsers, { body: { user_ids } });
  await expect.poll(async () => (await lockHolder.waiting()).length).toBeGreaterThan(0);
  // PostgreSQL cancels the transaction that has waited longer: the request.
  await lockHolder.run(lock, [user_ids[0]]);
  await lockHolder.commit();
  expect((await answer).status).toBe(200);
  expect(await query("select 1 from users where id = any($1) and not is_active", [user_ids])).toHaveLength(2);
});

test("and so is a transaction, as a whole", async () => {
  const { client } = await signedInAdmin();
  const requests = await Promise.all([createAccountRequest(), createAccountRequest()]);
  const request_ids = requests.map(({ id }) => id).toSorted();
  const lock = "select 1 from account_requests where id = $1 for update";
  const lockHolder = await hold(lock, [request_ids[1]]);
  const answer = client.call(rejectAccountRequests, { body: { request_ids, reason: "No customer" } });
  await expect.poll(async () => (await lockHolder.waiting()).length).toBeGreaterThan(0);
  await lockHolder.run(lock, [request_ids[0]]);
  await lockHolder.commit();
  expect((await answer).status).toBe(200);
  const mails = await query("select 1 from outbox where recipient = any($1)", [requests.map(({ email }) => email)]);
  expect(mails, "each is written to once").toHaveLength(2);
});
