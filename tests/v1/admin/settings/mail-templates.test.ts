// A separate shop, because a changed mail text applies to the whole shop.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/settings/mail-templates.ts";
import { listNotifications } from "../../../../worker/contract/v1/client/notifications.ts";
import { inactivateUser, reactivateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { requestPasswordReset } from "../../../../worker/contract/v1/sso/password-reset.ts";
import { signIn } from "../../../../worker/contract/v1/sso/session.ts";
import { startOwnApp } from "../../../support/app.ts";
import type { Actor } from "../../../support/actors.ts";
import { createClient } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn, password } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";
import { shopOn } from "../../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let shop: ReturnType<typeof shopOn>;
let owner: Actor;
beforeAll(async () => {
  app = await startOwnApp({ RATE_LIMIT_SCALE: "1" });
  query = openDatabase(app.sandbox.databaseUrl);
  shop = shopOn({ query, factories: factoriesOn(query), sandbox: sandboxAt(app.sandbox.url), url: app.worker.url });
  owner = await shop.signedInAdmin();
});
afterAll(() => app?.stop());
afterEach(async () => {
  await shop.sandbox.clearFaults();
  await query("delete from mail_texts");
});

const inputFor = (id: string) => ({ params: { id } });
const readTemplate = async (id: string) => (await owner.client.call(contract.getMailTemplate, inputFor(id))).reply();
async function change(id: string, part: Partial<Awaited<ReturnType<typeof readTemplate>>["text"]>) {
  const { text } = await readTemplate(id);
  return owner.client.call(contract.updateMailTemplate, { ...inputFor(id), body: { ...text, ...part } });
}
const listEntries = async (action: string) =>
  query<{ data: object }>("select data from audit_log where action = $1 order by id", [action]);

test("a changed mail is written as it was changed, and as the original after the way back", async () => {
  const answer = await change("passwordReset", { subject: "A new password for {{name}}", body: "Hello again." });
  expect(answer.reply()).toMatchObject({ is_changed: true, text: { subject: "A new password for {{name}}" } });
  const user = await shop.factories.createUser();
  const requestReset = () =>
    createClient({ url: app.worker.url }).call(requestPasswordReset, { body: { email: user.email } });
  await requestReset();
  const mail = await shop.sandbox.waitForMail(user.email, "A new password");
  expect(mail.subject).toBe(`A new password for ${user.first_name} ${user.last_name}`);
  expect(mail.text).toContain("Hello again.");
  expect(mail.text).toMatch(/Choose new password:\nhttp\S+\/verify\//);

  const resetAnswer = await owner.client.call(contract.resetMailTemplate, inputFor("passwordReset"));
  expect(resetAnswer.status).toBe(200);
  expect(await readTemplate("passwordReset")).toMatchObject({ is_changed: false, updated_at: null });
  const other = await shop.factories.createUser();
  await createClient({ url: app.worker.url }).call(requestPasswordReset, { body: { email: other.email } });
  await shop.sandbox.waitForMail(other.email, "Reset your CrunchBox password");
  const subjects = ["Reset your CrunchBox password", "A new password for {{name}}"];
  expect((await listEntries("updateMailTemplate")).at(-1)?.data).toMatchObject({
    name: "Password reset",
    changes: { subject: subjects, body: [expect.any(String), "Hello again."] },
  });
  expect((await listEntries("resetMailTemplate")).at(-1)?.data).toMatchObject({
    changes: { subject: subjects.toReversed() },
  });
});

test("the app says what the mail says", async () => {
  await change("userReactivated", { subject: "You are back", body: "Good to see you at **{{organization}}**." });
  const actor = await shop.signedIn();
  const [{ name } = { name: "" }] = await query<{ name: string }>("select name from organizations where id = $1", [
    actor.user.org_id,
  ]);
  await owner.client.call(inactivateUser, { params: { user_id: actor.user.id } });
  await owner.client.call(reactivateUser, { params: { user_id: actor.user.id } });
  await shop.sandbox.waitForMail(actor.user.email, "You are back");
  const client = createClient({ url: app.worker.url });
  await client.call(signIn, { body: { username: actor.user.email, password } });
  const [entry] = (await client.call(listNotifications, { query: { sort: "-created_at" } })).reply().data;
  expect(entry).toMatchObject({ title: "You are back" });
  expect(entry?.markdown).toContain(`Good to see you at **${name}**`);
});

test("a mail whose answer was lost is sent again with the text of its first attempt", async () => {
  const user = await shop.factories.createUser();
  await shop.sandbox.addFault({ service: "email", kind: "cut", when: "after", text: user.email });
  await createClient({ url: app.worker.url }).call(requestPasswordReset, { body: { email: user.email } });
  const findRow = async () =>
    (
      await query<{ attempts: number; sent_at: Date | null; last_error: string | null }>(
        "select attempts, sent_at, last_error from outbox where recipient = $1",
        [user.email],
      )
    )[0];
  await expect.poll(async () => (await findRow())?.last_error ?? null).not.toBeNull();
  await change("passwordReset", { subject: "Another subject" });
  await query("update outbox set next_at = now(), lease_until = now() where recipient = $1", [user.email]);
  await shop.sandbox.runJob("deliver-outbox");
  await expect.poll(async () => (await findRow())?.sent_at ?? null).not.toBeNull();
  const mails = await shop.sandbox.mailsTo(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Reset your CrunchBox password"]);
});

test("a text that cannot be used is refused with its part, and nothing is saved", async () => {
  const answer = await change("orderConfirmed", { body: "Your {{ordernumber}}", action: "" });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).issues ?? JSON.parse(answer.text)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: ["body"], message: expect.stringContaining("{{ordernumber}}") }),
      expect.objectContaining({ path: ["action"] }),
    ]),
  );
  expect((await change("orderConfirmed", { subject: " " })).status).toBe(400);
  expect((await readTemplate("orderConfirmed")).is_changed).toBe(false);
});

test("of two owners the second is told that the text changed meanwhile", async () => {
  const { text } = await readTemplate("welcome");
  const first = (await change("welcome", { title: "First" })).reply();
  const version = { updated_at: first.updated_at ?? "" };
  await change("welcome", { title: "Second" });
  const late = await owner.client.call(contract.updateMailTemplate, {
    ...inputFor("welcome"),
    body: { ...text, title: "Third", ...version },
  });
  expect([late.status, late.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  await owner.client.call(contract.resetMailTemplate, inputFor("welcome"));
  const outdatedAnswer = await owner.client.call(contract.updateMailTemplate, {
    ...inputFor("welcome"),
    body: { ...text, title: "Third", ...version },
  });
  expect([outdatedAnswer.status, outdatedAnswer.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  expect((await readTemplate("welcome")).text.title).toBe(text.title);
});

test("a test mail goes to the owner alone, also to one who turned news off, and saves nothing", async () => {
  await query(`update users set notification_settings = '{"is_subscribed": false}' where id = $1`, [owner.user.id]);
  const { text } = await readTemplate("newSoftwareVersion");
  const answer = await owner.client.call(contract.testMailTemplate, {
    ...inputFor("newSoftwareVersion"),
    body: { ...text, body: "Only a try." },
  });
  expect(answer.reply()).toMatchObject({ recipient: owner.user.email });
  const mail = await shop.sandbox.waitForMail(owner.user.email, "Test: New version of");
  expect(mail.text).toContain("Only a try.");
  expect((await readTemplate("newSoftwareVersion")).is_changed).toBe(false);
  expect(await query("select 1 from notifications where user_id = $1", [owner.user.id])).toEqual([]);
});

test("test mails are 30 an hour for an owner", async () => {
  const { client } = await shop.signedInAdmin();
  const { text: body } = await readTemplate("welcome");
  const send = () => client.call(contract.testMailTemplate, { ...inputFor("welcome"), body });
  const statuses = [];
  for (let sent = 0; sent < 31; sent++) statuses.push((await send()).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});

test("a preview shows the text with the example, and there is no mail of another name", async () => {
  const { text, fields } = await readTemplate("orderShipped");
  const preview = (
    await owner.client.call(contract.previewMailTemplate, {
      ...inputFor("orderShipped"),
      body: { ...text, subject: "On its way: {{order_number}}" },
    })
  ).reply();
  const exampleNumber = fields.find(({ name }) => name === "order_number")?.example;
  expect(preview.subject).toBe(`On its way: ${exampleNumber}`);
  expect(preview.html).toContain("Track shipment");
  for (const id of ["nothing", "orderReceived", "orderReceived.nothing", "announcement", "constructor"])
    expect([id, (await owner.client.call(contract.getMailTemplate, inputFor(id))).errcode]).toEqual([
      id,
      "MAIL_TEMPLATE_NOT_FOUND",
    ]);
});
