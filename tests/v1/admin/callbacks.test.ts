import { expect, test } from "vitest";
import { listCallbacks, retryCallback } from "../../../worker/contract/v1/admin/callbacks.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";

test("a callback that was given up is found, and tried again when an administrator says so", async () => {
  const { client: admin, user } = await signedInAdmin();
  const id = unique("evt");
  await query(
    `insert into stripe_events (id, type, object_id, created, status, tries, received_at)
     values ($1, 'charge.refunded', 'ch_of_nobody', 1, 'given-up', 40, now() - interval '4 days')`,
    [id],
  );
  const find = async (state: string) =>
    (await admin.call(listCallbacks, { query: { search: id, state } })).reply().data;
  expect(await find("given-up")).toMatchObject([{ id, type: "charge.refunded", tries: 40, next_at: null }]);
  expect(await find("waiting")).toEqual([]);
  (await admin.call(retryCallback, { params: { id } })).reply();
  // The charge belongs to no order, so the event is closed and cannot be retried.
  const isClosed = async () => (await query("select status from stripe_events where id = $1", [id]))[0]?.["status"];
  await expect.poll(isClosed).toBe("ignored");
  expect((await admin.call(retryCallback, { params: { id } })).errcode).toBe("CALLBACK_NOT_FOUND");
  expect((await admin.call(retryCallback, { params: { id: "evt_none" } })).errcode).toBe("CALLBACK_NOT_FOUND");
  const audit = await query("select actor_id, action from audit_log where subject_id = $1", [id]);
  expect(audit).toEqual([{ actor_id: user.id, action: "retryCallback" }]);
});
