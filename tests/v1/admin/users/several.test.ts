import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  inactivateUsers,
  listUsers,
  reactivateUser,
  sendSetUpLinks,
} from "../../../../worker/contract/v1/admin/users.ts";
import { getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser } from "../../../support/factories.ts";
import { parseLink, waitForMails } from "../../../support/inbox.ts";

const listStates = async (ids: string[]) =>
  (
    await query<{ is_active: boolean }>(
      "select is_active from users where id = any($1) order by array_position($1, id)",
      [ids],
    )
  ).map(({ is_active }) => is_active);
const listMails = (ids: string[]) => query("select 1 from outbox where user_id = any($1)", [ids]);
const listAudits = (ids: string[]) =>
  query("select subject_id from audit_log where action = 'inactivateUser' and subject_id = any($1)", [ids]);

describe("inactivating several people", () => {
  test("inactivates all, ends their sessions, tells them once, and leaves who is inactive as they are", async () => {
    const { client } = await signedInAdmin();
    const [one, other] = [await signedIn(), await signedIn()];
    const inactiveUser = await createUser({ state: "inactive" });
    const user_ids = [one.user.id, other.user.id, inactiveUser.id];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.call(inactivateUsers, { body: { user_ids: [...user_ids, inactiveUser.id] } }),
      ),
    );
    for (const answer of answers) expect(answer.reply()).toEqual({ success: true });
    expect(await listStates(user_ids)).toEqual([false, false, false]);
    expect((await one.client.call(getSession)).errcode).toBe("USR_INACTIVE");
    expect(await listAudits(user_ids)).toHaveLength(2);
    expect(await listMails(user_ids)).toHaveLength(2);
    (await client.call(reactivateUser, { params: { user_id: other.user.id } })).reply();
    expect((await other.client.call(getSession)).errcode, "the old session stays over").toBe("INVALID_JWT");
  });

  test.each([
    ["somebody who is not there", async () => randomUUID(), "404 USR_NOT_FOUND"],
    ["oneself", async (self: string) => self, "422 USR_STAYS_ACTIVE"],
  ])("with %s among them inactivates nobody", async (_who, findTarget, refusal) => {
    const { client, user } = await signedInAdmin();
    const ids = [(await createUser()).id, (await createUser()).id];
    const body = { user_ids: [ids[0], await findTarget(user.id), ids[1]] };
    const answer = await client.call(inactivateUsers, { body });
    expect(`${answer.status} ${answer.errcode}`).toBe(refusal);
    expect(await listStates([...ids, user.id])).toEqual([true, true, true]);
    expect(await listAudits(ids)).toEqual([]);
  });

  test("another administrator is one who can be inactivated, as long as one stays", async () => {
    const { client } = await signedInAdmin();
    const other = await signedInAdmin();
    expect((await client.call(inactivateUsers, { body: { user_ids: [other.user.id] } })).status).toBe(200);
    expect((await other.client.call(getSession)).errcode).toBe("USR_INACTIVE");
  });
});

describe("mailing several people their set-up link again", () => {
  test("mails each one, and older links stop working", async () => {
    const { client } = await signedInAdmin();
    const invitedUsers = [await createUser({ state: "new" }), await createUser({ state: "new" })];
    const body = { user_ids: invitedUsers.map(({ id }) => id) };
    (await client.call(sendSetUpLinks, { body })).reply();
    for (const { email, id } of invitedUsers) {
      const [mail] = await waitForMails(email, 1);
      expect(parseLink(mail?.text ?? "")).toMatchObject({ scope: "verify:user-setup", user_id: id });
    }
    (await client.call(sendSetUpLinks, { body })).reply();
    const liveCodes = await query(
      "select user_id from verification_codes where user_id = any($1) and used_at is null and expires_at > now()",
      [body.user_ids],
    );
    expect(liveCodes).toHaveLength(2);
  });

  test.each([
    ["who has set a password", "active", "422 USR_NOT_AWAITED"],
    ["who is inactivated", "inactive", "422 USR_NOT_AWAITED"],
    ["who is not there", undefined, "404 USR_NOT_FOUND"],
  ] as const)("with one among them %s mails nobody", async (_who, state, refusal) => {
    const { client } = await signedInAdmin();
    const invitedId = (await createUser({ state: "new" })).id;
    const other = state ? (await createUser({ state })).id : randomUUID();
    const answer = await client.call(sendSetUpLinks, { body: { user_ids: [invitedId, other] } });
    expect(`${answer.status} ${answer.errcode}`).toBe(refusal);
    expect(await listMails([invitedId, other])).toEqual([]);
  });
});

test("people are filtered by whether they have set up, and by whether mail came back", async () => {
  const { client } = await signedInAdmin();
  const org_id = (await createOrganization()).id;
  const [active, invited] = [await signedIn({ org_id }), await createUser({ org_id, state: "new" })];
  const bouncedUser = await createUser({ org_id });
  const movedUser = await createUser({ org_id });
  await query(
    "update users set email_returned = 'bounced', email_returned_at = now(), returned_email = email where id = any($1)",
    [[bouncedUser.id, movedUser.id]],
  );
  // Bounces of the user's earlier address do not count for the new one.
  await query("update users set email = 'now-' || email where id = $1", [movedUser.id]);
  const find = async (filters: Record<string, string>) =>
    (await client.call(listUsers, { query: { org_id, sort: "created_at", ...filters } }))
      .reply()
      .data.map(({ id }) => id);
  expect(await find({ is_set_up: "false" })).toEqual([invited.id]);
  expect(await find({ is_set_up: "true" })).toEqual([active.user.id, bouncedUser.id, movedUser.id]);
  expect(await find({ has_returned_mail: "true" })).toEqual([bouncedUser.id]);
  expect(await find({ has_returned_mail: "false" })).toEqual([active.user.id, invited.id, movedUser.id]);
  const { data } = (await client.call(listUsers, { query: { org_id, sort: "created_at" } })).reply();
  expect(data.map(({ is_set_up, last_seen_at }) => [is_set_up, last_seen_at !== null])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [true, false],
  ]);
});
