import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../words.ts";

const postAll = (client: Client, path: string, ids: readonly string[], form_key: string = randomUUID()) => {
  const fields = new URLSearchParams({ form_key });
  for (const id of ids) fields.append("id", id);
  return postForm(client, path, fields);
};
const listMailsTo = (ids: string[]) => query("select 1 from outbox where user_id = any($1)", [ids]);

async function createOffice() {
  const organization = await createOrganization();
  const org_id = organization.id;
  const [here, invited, bounced] = [
    await signedIn({ org_id, roles: ["buyer", "user"] }),
    await createUser({ org_id, state: "new" }),
    await createUser({ org_id }),
  ];
  await query(
    "update users set email_returned = 'bounced', email_returned_at = now(), returned_email = email where id = $1",
    [bounced.id],
  );
  return { organization, here, invited, bounced, admin: await signedInAdmin() };
}

test("the people of an organization are listed and filtered, the file has what the filters leave", async () => {
  const { organization, here, invited, bounced, admin } = await createOffice();
  const list = `/admin/people?org_id=${organization.id}`;
  const allText = await readWords(admin.client, list);
  expect(allText).toContain("3 people");
  expect(allText).toContain(`Organization: ${organization.name}`);
  expect(allText).toContain(`${here.user.email} ${organization.name} Buyer and User Active`);
  const invitedText = await readWords(admin.client, `${list}&is_set_up=false`);
  expect([invitedText.includes("1 person"), invitedText.includes(invited.email)]).toEqual([true, true]);
  const bouncedText = await readWords(admin.client, `${list}&has_returned_mail=true`);
  expect([
    bouncedText.includes("1 person"),
    bouncedText.includes(`${bounced.last_name} ${bounced.email} Came back`),
  ]).toEqual([true, true]);
  expect(await readWords(admin.client, `/admin/people?search=${organization.name}`)).toContain("3 people");
  const file = await (await admin.client.fetch(`${list}&is_set_up=false&format=csv`)).text();
  const lines = removeQuotes(file).trimEnd().split("\r\n");
  expect(lines[0]).toBe("Name,Email,Organization,Roles,Access,Last seen,Since");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    new RegExp(`^Test ${invited.last_name},${invited.email},${organization.name},User,Invited,,20\\d\\d-`),
  );
});

test("several are inactivated, all or none, and each row tells what became of it", async () => {
  const { here, bounced, admin } = await createOffice();
  const refusal = await postAll(admin.client, "/admin/people/inactivate", [here.user.id, admin.user.id]);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain("None of the 2 was changed.");
  expect((await here.client.call(getSession)).status).toBe(200);
  const inactivateAnswer = await postAll(admin.client, "/admin/people/inactivate", [here.user.id, bounced.id]);
  expect([inactivateAnswer.status, inactivateAnswer.headers.get("location")]).toEqual([303, "/admin/people"]);
  const listText = await readWords(admin.client, "/admin/people");
  for (const { id } of [here.user, bounced]) expect(listText).toMatch(new RegExp(`${id}[^.]* inactivated\\.`));
  expect((await here.client.call(getSession)).errcode).toBe("USR_INACTIVE");
});

test("several are mailed their set-up link once, however often the form is sent, and none with one who needs none", async () => {
  const { organization, here, invited, admin } = await createOffice();
  const otherInvited = await createUser({ org_id: organization.id, state: "new" });
  const send = (ids: string[], key?: string) => postAll(admin.client, "/admin/people/set-up-links", ids, key);
  const refusal = await send([invited.id, here.user.id]);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain("Set-up links are only for active users who have never set a password");
  expect(await listMailsTo([invited.id, here.user.id])).toEqual([]);
  const key = randomUUID();
  const answers = await sendAtOnce(20, () => send([invited.id, otherInvited.id], key));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await listMailsTo([invited.id, otherInvited.id])).toHaveLength(2);
});
