import { listAudit } from "../../../worker/contract/v1/admin/audit.ts";
import { describe, expect, test } from "vitest";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { requestEmailChange, confirmEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser, password, uniqueEmail } from "../../support/factories.ts";
import { openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { findEmail, openChangeLink } from "./links.ts";

describe("confirming it", () => {
  test("changes the address, answers it, and tells both mailboxes", async () => {
    const actor = await signedIn();
    const { client, new_email } = await openChangeLink(actor);
    expect((await client.call(confirmEmailChange)).reply()).toEqual({ success: true, new_email });
    expect(client.cookies.has("__Host-verify")).toBe(false);
    expect((await visitor().call(signIn, { body: { username: new_email, password } })).status).toBe(201);
    expect((await visitor().call(signIn, { body: { username: actor.user.email, password } })).errcode).toBe(
      "INVALID_CREDENTIALS",
    );
    for (const mailbox of [new_email, actor.user.email]) {
      expect((await sandbox.waitForMail(mailbox, "was changed")).subject).toBe(
        "Your CrunchBox email address was changed",
      );
    }
  });

  test("ends every session of the person: the next request of each is refused", async () => {
    const actor = await signedIn();
    const bearer = createClient({ bearer: await createSession(actor.user.id, "bearer") });
    const { client } = await openChangeLink(actor);
    (await client.call(confirmEmailChange)).reply();
    expect((await actor.client.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await bearer.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("clears the cookie of the session that has ended with it", async () => {
    const actor = await signedIn();
    const { link } = await openChangeLink(actor);
    (await openLink(actor.client, link)).reply();
    (await actor.client.call(confirmEmailChange)).reply();
    expect([...actor.client.cookies.keys()]).toEqual([]);
  });

  test("shows that the new mailbox is the person's", async () => {
    const actor = await signedIn();
    await query("update users set is_email_verified = false where id = $1", [actor.user.id]);
    const { client, new_email } = await openChangeLink(actor);
    (await client.call(confirmEmailChange)).reply();
    const answer = await visitor().call(signIn, { body: { username: new_email, password } });
    expect(answer.reply().user.is_email_verified).toBe(true);
  });

  test.each([
    ["a mail scanner", {}],
    ["a browser that fetches it in advance", { "sec-fetch-dest": "document", "sec-purpose": "prefetch;prerender" }],
    ["an older browser that fetches it in advance", { "sec-fetch-dest": "document", purpose: "prefetch" }],
  ])("is not done by %s: only a person's own navigation to the link does it", async (_what, headers) => {
    const actor = await signedIn();
    const new_email = uniqueEmail();
    (await actor.client.call(requestEmailChange, { body: { new_email } })).reply();
    const path = new URL((await waitForLink(new_email)).url).pathname;
    const prefetchAnswer = await visitor().fetch(path, { headers });
    expect([prefetchAnswer.status, await findEmail(actor.user.id)]).toEqual([200, actor.user.email]);
    expect(await prefetchAnswer.text()).toContain("Change your email?");
    const openAnswer = await visitor().fetch(path, { headers: { "sec-fetch-dest": "document" } });
    expect([await openAnswer.text(), await findEmail(actor.user.id)]).toEqual([
      expect.stringContaining("You have changed your email."),
      new_email,
    ]);
  });

  test("uses the link up: neither the cookie nor the code works again", async () => {
    const { client, link } = await openChangeLink(await signedIn());
    const token = client.cookies.get("__Host-verify") ?? "";
    (await client.call(confirmEmailChange)).reply();
    client.cookies.set("__Host-verify", token);
    expect((await client.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("is refused as USR_EMAIL_EXISTS when somebody took the address meanwhile, and works when it is free again", async () => {
    const actor = await signedIn();
    const { client, new_email } = await openChangeLink(actor);
    const other = await createUser({ email: new_email });
    const answer = await client.call(confirmEmailChange);
    expect([answer.status, answer.errcode]).toEqual([422, "USR_EMAIL_EXISTS"]);
    expect([await findEmail(actor.user.id), await findEmail(other.id)]).toEqual([actor.user.email, new_email]);
    expect((await actor.client.call(getSession)).status).toBe(200);
    expect((await client.call(confirmEmailChange)).errcode).toBe("USR_EMAIL_EXISTS");
    await query("delete from users where id = $1", [other.id]);
    expect((await client.call(confirmEmailChange)).reply().new_email).toBe(new_email);
  });

  test("is refused as NO_EMAIL_CHANGE_REQUEST when there is nothing to change to", async () => {
    const actor = await signedIn();
    const { client } = await openChangeLink(actor);
    await query("update verification_codes set new_email = null where user_id = $1", [actor.user.id]);
    const answer = await client.call(confirmEmailChange);
    expect([answer.status, answer.errcode]).toEqual([422, "NO_EMAIL_CHANGE_REQUEST"]);
  });

  test("is refused as INVALID_JWT_MSG without the verification cookie, even with a session", async () => {
    expect((await visitor().call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
    expect((await (await signedIn()).client.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
  });

  test("leaves an audit entry for the request and one for the change, each with both addresses", async () => {
    const actor = await signedIn();
    const { client, new_email } = await openChangeLink(actor);
    (await client.call(confirmEmailChange)).reply();
    const admin = (await signedInAdmin()).client;
    const auditQuery = { subject_type: "user" as const, subject_id: actor.user.id, sort: "created_at" as const };
    const { data } = (await admin.call(listAudit, { query: auditQuery })).reply();
    const changeText = `the email address of ${actor.user.first_name} ${actor.user.last_name} from ${actor.user.email} to ${new_email}`;
    expect(data.map(({ action, text }) => [action, text])).toEqual([
      ["requestEmailChange", `Requested a change of ${changeText}`],
      ["confirmEmailChange", `Changed ${changeText}`],
    ]);
    expect(data[0]?.actor.id).toBe(actor.user.id);
  });
});
