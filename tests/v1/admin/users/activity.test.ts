import { describe, expect, test } from "vitest";
import {
  inactivateUser as inactivate,
  inactivateUsers,
  reactivateUser as reactivate,
} from "../../../../worker/contract/v1/admin/users.ts";
import { signIn, getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { confirmEmailChange } from "../../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { type Client, createClient } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createSession, createUser, password } from "../../../support/factories.ts";
import { openLink } from "../../../support/inbox.ts";
import { findEmail, openChangeLink } from "../../sso/links.ts";

describe("inactivating a user", () => {
  test("ends every session at once: the next request is told that the user is inactive, and clears the cookie", async () => {
    const { client: admin } = await signedInAdmin();
    const { client, user } = await signedIn();
    const bearer = createClient({ bearer: await createSession(user.id, "bearer") });
    (await admin.call(inactivate, { params: { user_id: user.id } })).reply();
    const answers = [await client.call(getSession), await bearer.call(getSession)];
    expect(answers.map((answer) => answer.status)).toEqual([401, 401]);
    expect(answers.map((answer) => [answer.errcode, answer.message])).toEqual([
      ["USR_INACTIVE", "User is inactive"],
      ["USR_INACTIVE", "User is inactive"],
    ]);
    expect(client.cookies.has("__Host-session")).toBe(false);
  });

  test("refuses the sign-in, and reactivating allows it again without bringing old sessions back", async () => {
    const { client: admin } = await signedInAdmin();
    const { client, user, token } = await signedIn();
    const body = { username: user.email, password };
    (await admin.call(inactivate, { params: { user_id: user.id } })).reply();
    expect((await visitor().call(signIn, { body })).errcode).toBe("USR_INACTIVE");
    (await admin.call(reactivate, { params: { user_id: user.id } })).reply();
    expect((await visitor().call(signIn, { body })).status).toBe(201);
    client.cookies.set("__Host-session", token);
    expect((await client.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test.each([
    [
      "one",
      async (admin: Client, user_id: string): Promise<unknown> =>
        (await admin.call(inactivate, { params: { user_id } })).reply(),
    ],
    [
      "several",
      async (admin: Client, user_id: string): Promise<unknown> =>
        (await admin.call(inactivateUsers, { body: { user_ids: [user_id] } })).reply(),
    ],
  ])("ends mailed links by the call for %s, and reactivating brings none of them back", async (_call, end) => {
    const { client: admin } = await signedInAdmin();
    const actor = await signedIn();
    const { client: mailbox, link } = await openChangeLink(actor);
    await end(admin, actor.user.id);
    (await admin.call(reactivate, { params: { user_id: actor.user.id } })).reply();
    expect((await mailbox.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await findEmail(actor.user.id)).toBe(actor.user.email);
  });

  test("ends what an inactivated administrator does as a customer", async () => {
    const { client: admin } = await signedInAdmin();
    const other = await impersonating();
    (await admin.call(inactivate, { params: { user_id: other.user.id } })).reply();
    expect((await other.client.call(getSession)).status).toBe(401);
  });

  test("and reactivating leave an audit row each, with the administrator and the organization", async () => {
    const { client, user: admin } = await signedInAdmin();
    const user = await createUser();
    for (const spec of [inactivate, reactivate]) (await client.call(spec, { params: { user_id: user.id } })).reply();
    const rows = await query(
      "select action, actor_id, org_id from audit_log where subject_id = $1 order by created_at",
      [user.id],
    );
    expect(rows).toEqual([
      { action: "inactivateUser", actor_id: admin.id, org_id: user.org_id },
      { action: "reactivateUser", actor_id: admin.id, org_id: user.org_id },
    ]);
  });

  test("oneself is refused as USR_NOT_AUTHORIZED", async () => {
    const { client, user } = await signedInAdmin();
    const answer = await client.call(inactivate, { params: { user_id: user.id } });
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
    expect((await client.call(getSession)).status).toBe(200);
  });

  test("or reactivating twice succeeds and changes nothing", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const readState = () =>
      query(
        "select is_active, updated_at, (select count(*) from audit_log a where a.subject_id = u.id::text) as recorded from users u where id = $1",
        [user.id],
      );
    for (const spec of [inactivate, reactivate]) {
      expect((await client.call(spec, { params: { user_id: user.id } })).reply()).toEqual({ success: true });
      const stateAfterFirst = await readState();
      expect((await client.call(spec, { params: { user_id: user.id } })).reply()).toEqual({ success: true });
      expect(await readState()).toEqual(stateAfterFirst);
    }
  });
});
