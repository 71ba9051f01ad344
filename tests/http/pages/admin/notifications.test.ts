import { expect, test } from "vitest";
import { sendableTypeNames } from "../../../../worker/contract/notification-types.ts";
import { draftNotification, sendDraft } from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";

const createDraftSaver = (client: Client, org_id: string) => async (subject: string, id?: string) => {
  const payload = { subject, message: "See you." };
  const body = { type: "announcement", payload, org_id, ...(id && { id }) } as const;
  return (await client.call(draftNotification, { body })).reply().id;
};

test("only what was looked at is sent: another's change in between is shown first, and a second click changes nothing", async () => {
  const { id: org_id } = await createOrganization();
  await createUser({ org_id });
  const [{ client }, other] = [await signedInAdmin(), await signedInAdmin()];
  const saveDraft = createDraftSaver(other.client, org_id);
  const id = await saveDraft("Closed on Friday");
  const path = `/admin/notifications/${id}`;
  const openDraft = async () => {
    const page = await (await client.fetch(path)).text();
    return { page, updated_at: /name="updated_at" value="([^"]+)"/.exec(page)?.[1] ?? "" };
  };
  const send = (updated_at: string) => postForm(client, `${path}/send`, { updated_at });
  const listSent = () =>
    query("select payload ->> 'subject' as subject from broadcasts where id = $1 and sent_at is not null", [id]);
  const firstPage = await openDraft();
  expect(firstPage.updated_at).not.toBe("");
  await saveDraft("Closed for good", id);
  expect((await send(firstPage.updated_at)).status).toBe(303);
  expect(await listSent()).toEqual([]);
  const currentPage = await openDraft();
  expect(currentPage.page).toContain("Another user changed it after you opened it, so nothing was sent.");
  expect(currentPage.page).toContain("Closed for good");
  for (let click = 0; click < 2; click += 1) {
    expect((await send(currentPage.updated_at)).status).toBe(303);
    expect((await openDraft()).page).toContain("It is on its way: 2 messages, on all channels.");
  }
  expect(await listSent()).toEqual([{ subject: "Closed for good" }]);
  expect(await query("select 1 from notifications where event = 'broadcast:' || $1", [id])).toHaveLength(1);
});

// types of mail with a link or code that opens an account
const secretTypes = ["userSetup", "passwordReset", "emailChangeVerification"];

test("what carries a link that opens an account is written by nobody by hand; every other kind has its form", async () => {
  const { client } = await signedInAdmin();
  const post = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "id=x" };
  const fetchStatus = async (type: string, init?: Parameters<typeof client.fetch>[1]) =>
    (await client.fetch(`/admin/notifications/new/${type}`, init)).status;
  const html = await (await client.fetch("/admin/notifications/new/announcement")).text();
  for (const type of sendableTypeNames) {
    const isSecret = secretTypes.includes(type);
    expect(html.includes(`href="/admin/notifications/new/${type}"`), type).toBe(!isSecret);
    if (isSecret) expect([await fetchStatus(type), await fetchStatus(type, post)], type).toEqual([404, 404]);
  }
  expect(await fetchStatus("orderShipped")).toBe(200);
});

test("of two who change one draft the second sees both changes side by side, and what was sent meanwhile becomes another one", async () => {
  const { id: org_id } = await createOrganization();
  await createUser({ org_id });
  const [{ client }, other] = [await signedInAdmin(), await signedInAdmin()];
  const saveDraft = createDraftSaver(other.client, org_id);
  const id = await saveDraft("Closed on Friday");
  const path = `/admin/notifications/new/announcement?draft=${id}`;
  const hiddenFields = (html: string) =>
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key,
      value,
    ]);
  const open = async () => hiddenFields(await (await client.fetch(path)).text());
  const send = async (fields: string[][], message: string) => {
    const typedFields = { org_id, channels: "app", "payload.subject": "Closed on Friday", "payload.message": message };
    const answer = await postForm(client, path, [...fields, ...Object.entries(typedFields)]);
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
  };
  const listBroadcasts = () =>
    query(
      "select payload ->> 'subject' as subject, payload ->> 'message' as message from broadcasts where org_id = $1 order by created_at",
      [org_id],
    );
  const firstFields = await open();
  await saveDraft("Closed for good", id);
  const lateAnswer = await send(firstFields, "Bye.");
  expect(lateAnswer.status).toBe(422);
  expect(lateAnswer.text).toContain("Another user changed or sent it after you opened it, so nothing was saved.");
  const plainText = lateAnswer.text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(plainText).toContain(
    "Subject You read Closed on Friday Is there now Closed for good You typed Nothing else: the form has theirs",
  );
  expect(lateAnswer.text).toContain('value="Closed for good"');
  for (const unchangedLabel of ["Message", "Organization", "Ways"])
    expect(plainText).not.toContain(`${unchangedLabel} You read`);
  expect(await listBroadcasts()).toEqual([{ subject: "Closed for good", message: "See you." }]);
  const currentFields = hiddenFields(lateAnswer.text);
  (await other.client.call(sendDraft, { params: { id } })).reply();
  const sendAnswer = await send(currentFields, "Bye.");
  expect(sendAnswer.status).toBe(422);
  expect(sendAnswer.text).toContain("Bye.");
  const retryAnswer = await send(hiddenFields(sendAnswer.text), "Bye.");
  expect(retryAnswer.status).toBe(303);
  expect(retryAnswer.location).not.toContain(id);
  expect(await listBroadcasts()).toEqual([
    { subject: "Closed for good", message: "See you." },
    { subject: "Closed on Friday", message: "Bye." },
  ]);
});

test("one of a kind that is no more is listed and shown, and cannot be sent or changed", async () => {
  const { client } = await signedInAdmin();
  const subject = unique("Of old");
  const insert = async (sent_at: string | null) => {
    const [row] = await query<{ id: string }>(
      `insert into broadcasts (type, payload, channels, sent_at, people, organizations)
       values ('fortuneTold', jsonb_build_object('subject', $1::text), '{app}', $2, 0, 0) returning id`,
      [subject, sent_at],
    );
    return row?.id ?? "";
  };
  const [draft, sent] = [await insert(null), await insert("2026-01-05T10:00:00Z")];
  const read = async (path: string) => {
    const answer = await client.fetch(path);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  const list = await read(`/admin/notifications?search=${encodeURIComponent(subject)}`);
  for (const id of [draft, sent]) expect(list).toContain(`/admin/notifications/${id}`);
  expect(list).toContain("A kind that is no more");
  expect(await read(`/admin/notifications?search=${encodeURIComponent(subject)}&format=csv`)).toContain("fortuneTold");
  const page = await read(`/admin/notifications/${draft}`);
  expect(page).toContain("This notification cannot be sent because its type no longer exists.");
  expect(page).not.toContain("Change it");
  expect(await read(`/admin/notifications/${sent}`)).toContain(subject);
  expect((await client.call(sendDraft, { params: { id: draft } })).errcode).toBe("NOTIFICATION_ERROR");
  await query("delete from broadcasts where id = any($1)", [[draft, sent]]);
});
