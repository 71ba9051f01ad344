import { beforeAll, describe, expect, test } from "vitest";
import type { ReplyOf } from "../../../../worker/contract/endpoint.ts";
import { listAudit } from "../../../../worker/contract/v1/admin/audit.ts";
import { createOrganization, updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { createUser, updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { endImpersonation, startImpersonation } from "../../../../worker/contract/v1/sso/impersonate-session.ts";
import { finishPasswordReset } from "../../../../worker/contract/v1/sso/password-reset.ts";
import { updateProfile } from "../../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser as createUserRow, unique, uniqueEmail } from "../../../support/factories.ts";
import { createLink, openLink } from "../../../support/inbox.ts";

type Entry = ReplyOf<typeof listAudit>["data"][number];
const nameOf = ({ user }: Actor) => `${user.first_name} ${user.last_name}`;

describe("what was done", () => {
  let admin: Actor;
  let org: { id: string; name: string };
  let user_id: string;
  let email: string;
  const list = async (filters: Record<string, string>) =>
    (await admin.client.call(listAudit, { query: { limit: "100", ...filters } })).reply();
  const listActions = async (filters: Record<string, string>) =>
    (await list(filters)).data.map(({ action }: Entry) => action);

  beforeAll(async () => {
    admin = await signedInAdmin();
    const name = unique("Audited");
    org = (await admin.client.call(createOrganization, { body: { name, notes: "VIP" } })).reply();
    email = uniqueEmail();
    const body = { org_id: org.id, email, first_name: "Ana", last_name: "Silva", phone: null, roles: ["user"] };
    ({ id: user_id } = (await admin.client.call(createUser, { body })).reply());
    (
      await admin.client.call(updateUser, {
        params: { user_id },
        body: { ...body, last_name: "Costa", roles: ["buyer", "user"] },
      })
    ).reply();
  });

  test("is told with who, what, to what and the difference, the newest first", async () => {
    const { data, meta } = await list({ org_id: org.id });
    expect(meta.count).toBe(3);
    const [updateEntry] = data;
    expect(updateEntry).toMatchObject({
      action: "updateUser",
      text: "Changed Ana Costa: added Buyer",
      actor: { kind: "user", id: admin.user.id, name: nameOf(admin), email: admin.user.email },
      on_behalf_of: null,
      subject: { type: "user", id: user_id, name: "Ana Costa" },
      org: { id: org.id, name: org.name },
      changes: [
        { field: "last_name", before: "Silva", after: "Costa" },
        { field: "roles", before: ["user"], after: ["buyer", "user"] },
      ],
    });
    expect(data[2]?.changes).toEqual([
      { field: "is_approval_by_mail_allowed", before: null, after: true },
      { field: "name", before: null, after: org.name },
      { field: "notes", before: null, after: "VIP" },
      { field: "tax_exempt", before: null, after: "none" },
    ]);
  });

  test("is narrowed by person, object, organization, action and day", async () => {
    expect(await listActions({ subject_type: "user", subject_id: user_id, action: "updateUser" })).toEqual([
      "updateUser",
    ]);
    expect(await listActions({ subject_type: "organization", org_id: org.id })).toEqual(["createOrganization"]);
    expect(await listActions({ subject_id: org.id })).toEqual(["createOrganization"]);
    expect(await listActions({ actor_id: admin.user.id, org_id: org.id })).toHaveLength(3);
    expect(await listActions({ actor_id: user_id })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await listActions({ org_id: org.id, from: today, to: today })).toHaveLength(3);
    expect(await listActions({ org_id: org.id, to: "2020-01-01" })).toEqual([]);
    expect(await listActions({ org_id: org.id, from: "2090-01-01" })).toEqual([]);
    expect(await listActions({ org_id: org.id, sort: "created_at", limit: "1" })).toEqual(["createOrganization"]);
  });

  test("is found by who did it, by the organization and by exactly the number of the thing", async () => {
    expect(await listActions({ search: admin.user.email, org_id: org.id })).toHaveLength(3);
    expect(await listActions({ search: org.name.slice(2).toUpperCase() })).toHaveLength(3);
    expect(await listActions({ search: email.toUpperCase(), action: "updateUser" })).toEqual(["updateUser"]);
    expect(await listActions({ search: unique("nobody") })).toEqual([]);
  });

  test("names the administrator and as whom they acted, and is found by both", async () => {
    const ben = await signedIn({ org_id: org.id, roles: ["org", "user"] });
    const dana = await signedInAdmin();
    (await dana.client.call(startImpersonation, { body: { user_id: ben.user.id } })).reply();
    (await dana.client.call(updateProfile, { body: { phone: "555 0100" } })).reply();
    (await dana.client.call(endImpersonation)).reply();
    for (const actor_id of [dana.user.id, ben.user.id]) {
      const [entry] = (await list({ actor_id, action: "updateProfile" })).data;
      expect(entry).toMatchObject({
        actor: { id: dana.user.id, name: nameOf(dana), email: dana.user.email },
        on_behalf_of: { id: ben.user.id, name: nameOf(ben), email: ben.user.email },
        changes: [{ field: "phone", before: null, after: "555 0100" }],
      });
    }
  });

  test("never tells a secret, and cuts what is long with a mark", async () => {
    const { id } = (await admin.client.call(createOrganization, { body: { name: unique("Long") } })).reply();
    const notes = "n".repeat(1200);
    (await admin.client.call(updateOrganization, { params: { org_id: id }, body: { notes } })).reply();
    const [entry] = (await list({ subject_id: id, action: "updateOrganization" })).data;
    expect(entry?.changes).toEqual([{ field: "notes", before: null, after: `${"n".repeat(500)}… (1200 characters)` }]);
    const [browser, user] = [visitor(), await createUserRow()];
    (await openLink(browser, await createLink(admin.client, user.id, "verify:email-password-reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678?#" } })).reply();
    expect((await list({ subject_id: user.id, action: "finishPasswordReset" })).data).toHaveLength(1);
    const secrets = await query(
      `select 1 from audit_log, jsonb_object_keys(data -> 'changes') field
       where field ~ 'hash|secret|token|code' and field !~ '(postal|tax|hs)_code$'`,
    );
    expect(secrets).toEqual([]);
  });
});
