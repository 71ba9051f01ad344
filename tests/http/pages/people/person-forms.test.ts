import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser, uniqueEmail } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { parseLink, waitForMails } from "../../../support/inbox.ts";
import { readWords } from "../words.ts";

const pathOf = ({ id }: { id: string }) => `/admin/people/${id}`;

describe("what is done by a form", () => {
  test("adding somebody mails the set-up link once, however often it is sent", async () => {
    const { client } = await signedInAdmin();
    const { id: org_id } = await createOrganization();
    const email = uniqueEmail();
    const fields = { org_id, email, first_name: "Ana", last_name: "Silva", phone: "", roles: "user" };
    const answers = await sendAtOnce(20, () => postForm(client, "/admin/people/new", fields));
    const [createdUser] = await query<{ id: string }>("select id from users where email = $1", [email]);
    expect(answers.filter(({ status }) => status === 303).map(({ headers }) => headers.get("location"))).toEqual([
      `/admin/people/${createdUser?.id}`,
    ]);
    const refusal = answers.find(({ status }) => status === 422);
    expect(await refusal?.text()).toContain("A user with this email already exists");
    const [mail] = await waitForMails(email, 1);
    expect(parseLink(mail?.text ?? "").scope).toBe("verify:user-setup");
  });

  test("an administrator belongs to the shop: the role is offered and given to nobody else", async () => {
    const { client, user } = await signedInAdmin();
    const customer = await createUser();
    const pageText = await readWords(client, pathOf(customer));
    expect(pageText).not.toContain("Runs the shop.");
    expect(pageText).toContain("Only users of the shop’s own organization can be administrators.");
    expect(await readWords(client, pathOf(user))).toContain("Runs the shop.");
    const fields = new URLSearchParams({ org_id: customer.org_id, first_name: "Eve", last_name: "X", phone: "" });
    for (const role of ["user", "admin"]) fields.append("roles", role);
    const answer = await postForm(client, pathOf(customer), fields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Only users of the shop’s own organization can be administrators");
    expect(await query("select first_name, roles from users where id = $1", [customer.id])).toEqual([
      { first_name: "Test", roles: ["user"] },
    ]);
    fields.set("org_id", user.org_id);
    expect((await postForm(client, pathOf(customer), fields)).status).toBe(303);
  });

  test("the name, the roles and the organization are saved, and what is wrong is told beside what was typed", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const { id: org_id } = await createOrganization();
    const fields = new URLSearchParams({ org_id, first_name: "", last_name: "Lovelace", phone: "555 0100" });
    for (const role of ["user", "buyer"]) fields.append("roles", role);
    const form = await (await client.fetch(pathOf(user))).text();
    for (const heading of ["Name and phone", "Organization and roles"]) expect(form).toContain(`<h2>${heading}</h2>`);
    expect(form).not.toContain("Unsaved changes");
    const refusal = await postForm(client, pathOf(user), fields);
    const html = await refusal.text();
    expect(refusal.status).toBe(422);
    expect(html).toContain("First name is required.");
    expect(html).toContain('value="Lovelace"');
    expect(html, "as the last word before the buttons, without script").toContain(">Unsaved changes</p>");
    expect(html, "the way back to what is saved").toContain(
      `<a href="${pathOf(user)}" class="button quiet">Discard</a>`,
    );
    fields.set("first_name", "Ada");
    expect((await postForm(client, pathOf(user), fields)).headers.get("location")).toBe(pathOf(user));
    const rows = await query("select first_name, last_name, phone, roles, org_id from users where id = $1", [user.id]);
    expect(rows).toEqual([
      { first_name: "Ada", last_name: "Lovelace", phone: "555 0100", roles: ["user", "buyer"], org_id },
    ]);
  });

  test.each([
    ["a set-up link", "new", "password-link", {}],
    ["a link for a new password", "active", "password-link", {}],
    ["a link to a new address", "active", "email", { new_email: uniqueEmail() }],
  ] as const)(
    "%s sent twenty times from one page is mailed once, and from the next page again",
    async (_what, state, path, extraFields) => {
      const { client } = await signedInAdmin();
      const user = await createUser({ state });
      const send = (form_key: string) => postForm(client, `${pathOf(user)}/${path}`, { form_key, ...extraFields });
      const firstKey = randomUUID();
      for (const { status } of await sendAtOnce(20, () => send(firstKey))) expect(status).toBe(303);
      const listMails = () =>
        query("select 1 from outbox where user_id = $1 and type <> 'emailChangeRequested'", [user.id]);
      await send(firstKey);
      expect(await listMails()).toHaveLength(1);
      expect(await (await client.fetch(pathOf(user))).text()).toContain("It was sent a moment ago.");
      expect((await send(randomUUID())).status).toBe(303);
      expect(await listMails()).toHaveLength(2);
      expect(await (await client.fetch(pathOf(user))).text()).toContain('class="notice success"');
    },
  );

  test("a form whose key is another administrator's is sent all the same", async () => {
    const user = await createUser();
    const form_key = randomUUID();
    for (const { client } of [await signedInAdmin(), await signedInAdmin()])
      await postForm(client, `${pathOf(user)}/password-link`, { form_key });
    expect(await query("select 1 from outbox where user_id = $1", [user.id])).toHaveLength(2);
  });

  test("an address that somebody has is refused with what was typed, and can be corrected from there", async () => {
    const { client } = await signedInAdmin();
    const [user, other] = [await createUser(), await createUser()];
    const form_key = randomUUID();
    const send = (new_email: string) => postForm(client, `${pathOf(user)}/email`, { form_key, new_email });
    const answer = await send(other.email);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("A user with this email already exists");
    expect(html).toContain(`value="${other.email}"`);
    expect(html, "the other form has what there is").toContain(`value="${user.last_name}"`);
    const freeEmail = uniqueEmail();
    expect((await send(freeEmail)).status, "what failed may be sent again").toBe(303);
    await waitForMails(freeEmail, 1);
  });

  test("inactivating, reactivating and signing out are done once, and lead back to the person", async () => {
    const { client } = await signedInAdmin();
    const person = await signedIn();
    const { id } = person.user;
    const listActions = async () =>
      (
        await query<{ action: string }>("select action from audit_log where subject_id = $1 order by created_at, id", [
          id,
        ])
      ).map(({ action }) => action);
    for (const path of ["sign-out", "inactivate", "reactivate"])
      for (const { status, headers } of await sendAtOnce(20, () => postForm(client, `${pathOf(person.user)}/${path}`)))
        expect([status, headers.get("location")]).toEqual([303, pathOf(person.user)]);
    expect(await listActions()).toEqual(["endUserSessions", "inactivateUser", "reactivateUser"]);
    expect((await person.client.call(getSession)).status).toBe(401);
  });

  test("one session is ended from its line", async () => {
    const { client } = await signedInAdmin();
    const person = await signedIn();
    const html = await (await client.fetch(pathOf(person.user))).text();
    const [, session_id = ""] = /name="session_id" value="([^"]+)"/.exec(html) ?? [];
    expect((await postForm(client, `${pathOf(person.user)}/sessions/end`, { session_id })).status).toBe(303);
    expect((await person.client.call(getSession)).status).toBe(401);
  });
});
