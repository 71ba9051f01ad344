// Audiences in the preview, in sending and in must-reads: one file, because the tests share helpers.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Role } from "../../../../db/enums.ts";
import * as contract from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { listAudit } from "../../../../worker/contract/v1/admin/audit.ts";
import { sendNotification } from "../../../../worker/contract/v1/admin/notifications.ts";
import { listNotifications } from "../../../../worker/contract/v1/client/notifications.ts";
import { updateProfile } from "../../../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { createProductOrder, createSoftware, createVersion } from "../../../support/software/rows.ts";
import { announce, type Body, draftActions } from "./drafts.ts";

const { client: admin, user: sender } = await signedInAdmin();
const { draft, read, sendIt } = draftActions(admin);

type Conditions = NonNullable<Body["audience"]>;

const preview = async (audience: Conditions) =>
  admin.call(contract.previewNotification, { body: announce("Words", { audience }) });
async function listReached(audience: Conditions): Promise<(string | null)[]> {
  const answer = await preview(audience);
  if (answer.errcode === "NOTIFICATION_ERROR") return [];
  const { reach, recipients } = answer.reply();
  expect(reach.people).toBe(recipients.length);
  return recipients.map(({ user_id }) => user_id).toSorted();
}
const sortedIds = (...people: { id: string }[]) => people.map(({ id }) => id).toSorted();

const createPerson = (roles: Role[] = ["user"], org_id?: string) => createUser({ roles, ...(org_id && { org_id }) });

const registerDevice = (org_id: string, product_id: string) =>
  query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [org_id, product_id, unique("S")]);

const recordDownload = (user: { id: string; org_id: string }, software: { id: string }, version: { id: string }) =>
  query(
    "insert into downloads (id, org_id, user_id, software_id, version_id) values (gen_random_uuid(), $1, $2, $3, $4)",
    [user.org_id, user.id, software.id, version.id],
  );

const subscribe = (org_id: string, product_id: string, fields: { status?: string; ends?: string; cancels?: string }) =>
  query(
    `insert into subscriptions (org_id, product_id, status, amount, interval, stripe_id, current_period_end, cancel_at)
     values ($1, $2, $3, 4900, 'year', 'sub_' || gen_random_uuid(), now() + $4::interval, now() + $5::interval)`,
    [org_id, product_id, fields.status ?? "active", fields.ends ?? "200 days", fields.cancels ?? null],
  );

describe("who is in it", () => {
  test("owners of a product: by device, plan or purchase, every active person of their organizations", async () => {
    const [product, other] = [await createProduct(), await createProduct()];
    const [owner, buyer, subscriber, former, stranger] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const colleague = await createPerson(["buyer", "user"], owner.org_id);
    await createUser({ org_id: owner.org_id, state: "inactive" });
    await registerDevice(owner.org_id, product.id);
    await registerDevice(stranger.org_id, other.id);
    await query("update products set type = 'software' where id = $1", [product.id]);
    await subscribe(subscriber.org_id, product.id, {});
    await subscribe(former.org_id, product.id, { status: "canceled" });
    await createProductOrder(buyer, product.id, "paid");
    expect(await listReached({ product_ids: [product.id] })).toEqual(sortedIds(owner, colleague, buyer, subscriber));
    expect(await listReached({ product_ids: [other.id, product.id] })).toEqual(
      sortedIds(owner, colleague, buyer, subscriber, stranger),
    );
    expect(await listReached({ product_ids: [product.id], roles: ["buyer"] })).toEqual(sortedIds(colleague));
  });

  test("downloaders of a version or, if asked, of an older one, and the managers of their organizations", async () => {
    const software = await createSoftware({ kind: "software" });
    const otherSoftware = await createSoftware({ kind: "software" });
    const [v9, v10, v11] = [
      await createVersion(software, { version: "1.9.0" }),
      await createVersion(software, { version: "1.10.0" }),
      await createVersion(software, { version: "1.11.0" }),
    ];
    const foreignVersion = await createVersion(otherSoftware, { version: "1.0.0" });
    const [olderUser, exactUser, newerUser, stranger] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const manager = await createPerson(["org", "user"], exactUser.org_id);
    await createPerson(["user"], exactUser.org_id);
    await recordDownload(olderUser, software, v9);
    await recordDownload(exactUser, software, v10);
    await recordDownload(newerUser, software, v11);
    await recordDownload(stranger, otherSoftware, foreignVersion);
    expect(await listReached({ version_ids: [v10.id] })).toEqual(sortedIds(exactUser, manager));
    expect(await listReached({ version_ids: [v10.id], or_older: true })).toEqual(
      sortedIds(olderUser, exactUser, manager),
    );
    expect(await listReached({ version_ids: [v9.id, v11.id] })).toEqual(sortedIds(olderUser, newerUser));
  });

  test("subscribers of a plan, and those whose plan renews within days", async () => {
    const [plan, other] = [await createProduct(), await createProduct()];
    const [soonUser, laterUser, endingUser, endedUser] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await subscribe(soonUser.org_id, plan.id, { ends: "20 days" });
    await subscribe(laterUser.org_id, plan.id, { ends: "40 days" });
    await subscribe(endingUser.org_id, plan.id, { ends: "20 days", cancels: "20 days" });
    await subscribe(endedUser.org_id, plan.id, { status: "canceled", ends: "20 days" });
    // `renews_within_days` considers only the plans in `plan_ids`, if there are any.
    await subscribe(laterUser.org_id, other.id, { ends: "10 days" });
    expect(await listReached({ plan_ids: [plan.id] })).toEqual(sortedIds(soonUser, laterUser, endingUser));
    expect(await listReached({ plan_ids: [plan.id], renews_within_days: 30 })).toEqual(sortedIds(soonUser));
    const everyone = { org_ids: [soonUser, laterUser, endingUser, endedUser].map(({ org_id }) => org_id) };
    expect(await listReached({ ...everyone, renews_within_days: 30 })).toEqual(sortedIds(soonUser, laterUser));
  });

  test("price level, country, chosen organizations and people; conditions narrow each other", async () => {
    const [one, two, three] = [await createPerson(), await createPerson(["buyer", "user"]), await createPerson()];
    const [level, country] = [unique("Level"), unique("Land")];
    await query("update organizations set price_level_name = $2 where id = $1", [one.org_id, level]);
    const address = { line1: "1 Main Street", line2: null, city: "Town", state: "", postal_code: "1", country };
    await query("update organizations set address = $2 where id = any($1)", [[one.org_id, two.org_id], address]);
    const everyone = { org_ids: [one.org_id, two.org_id, three.org_id] };
    const [base] = await query<{ name: string }>("select name from price_levels where is_base");
    expect(await listReached({ price_levels: [level] })).toEqual(sortedIds(one));
    expect(await listReached({ ...everyone, price_levels: [base?.name ?? ""] })).toEqual(sortedIds(two, three));
    expect(await listReached({ countries: [country.toUpperCase()] })).toEqual(sortedIds(one, two));
    expect(await listReached(everyone)).toEqual(sortedIds(one, two, three));
    expect(await listReached({ user_ids: [two.id, three.id] })).toEqual(sortedIds(two, three));
    expect(await listReached({ countries: [country], roles: ["buyer"] })).toEqual(sortedIds(two));
    expect(await listReached({ countries: [country], user_ids: [three.id] })).toEqual([]);
  });
});

describe("sending", () => {
  test("the conditions are asked when it is sent: who left gets nothing, who came gets it, once each", async () => {
    const product = await createProduct();
    const [stayingUser, leavingUser] = [await createPerson(), await createPerson()];
    await registerDevice(stayingUser.org_id, product.id);
    await registerDevice(leavingUser.org_id, product.id);
    const id = await draft(announce(unique("Owners"), { audience: { product_ids: [product.id] } }));
    await query("update devices set is_deleted = true where org_id = $1", [leavingUser.org_id]);
    const newUser = await createPerson();
    await registerDevice(newUser.org_id, product.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendIt(id)));
    expect(answers.map((answer) => answer.reply().queued)).toEqual([4, 4, 4, 4, 4]);
    const recipientRows = await query<{ user_id: string }>(
      "select user_id from broadcast_recipients where broadcast_id = $1",
      [id],
    );
    expect(recipientRows.map(({ user_id }) => user_id).toSorted()).toEqual(sortedIds(stayingUser, newUser));
    expect(await read(id)).toMatchObject({
      state: "sent",
      people: 2,
      organizations: 2,
      audience: { product_ids: [product.id] },
    });
  });

  test("the audit log says who wrote what to how many and why they", async () => {
    const product = await createProduct();
    const name = unique("CGX Nova");
    await query("update products set name = $2 where id = $1", [product.id, name]);
    const [one, two] = [await createPerson(), await createPerson()];
    await registerDevice(one.org_id, product.id);
    await registerDevice(two.org_id, product.id);
    const body = { ...announce("Closed on Friday", { audience: { product_ids: [product.id] } }), id: randomUUID() };
    (await admin.call(sendNotification, { body })).reply();
    const list = await admin.call(listAudit, { query: { subject_type: "notification", subject_id: body.id } });
    expect(list.reply().data).toMatchObject([
      { actor: { id: sender.id }, text: `Wrote to 2 people who own ${name}: Closed on Friday` },
    ]);
  });

  test("a customer sees the message and nothing of who else got it or why", async () => {
    const { client, user } = await signedIn();
    const other = await createPerson();
    const audience = { user_ids: [user.id, other.id] };
    (await admin.call(sendNotification, { body: announce(unique("Private"), { audience }) })).reply();
    const answer = await client.call(listNotifications);
    expect(answer.reply().data).toHaveLength(1);
    const text = JSON.stringify(answer.reply());
    for (const secret of [other.id, other.email, other.last_name, "audience"]) expect(text).not.toContain(secret);
  });

  test("nobody, no condition, or two ways to say whom are refused, and nothing is stored", async () => {
    const send = async (more: Partial<Body>) => {
      const answer = await admin.call(sendNotification, { body: announce("Words", more) });
      return answer.errcode ?? `${answer.status} ${answer.issues.map(({ path }) => path.join(".")).join()}`;
    };
    const product = await createProduct();
    const { org_id } = await createPerson();
    expect(await send({ audience: { product_ids: [product.id] } })).toBe("NOTIFICATION_ERROR");
    expect(await send({ audience: {} })).toBe("400 audience");
    expect(await send({ audience: { or_older: true } })).toContain("400 audience");
    expect(await send({ audience: { product_ids: [product.id] }, org_id })).toBe("400 audience");
    expect(await send({ audience: { renews_within_days: 0 } })).toBe("400 audience.renews_within_days");
    expect(
      await query("select 1 from broadcasts where org_id = $1 or audience -> 'product_ids' ? $2", [org_id, product.id]),
    ).toEqual([]);
  });

  test("catalogue may write, support may look only, and others see nothing", async () => {
    const target = await createOrganization();
    await createPerson(["user"], target.id);
    const body = announce("Words", { audience: { org_ids: [target.id] } });
    const fetchDraftStatus = async (preset: "catalogue" | "support" | "warehouse") =>
      (await (await signedInAdmin(preset)).client.call(contract.draftNotification, { body })).status;
    expect([
      await fetchDraftStatus("catalogue"),
      await fetchDraftStatus("support"),
      await fetchDraftStatus("warehouse"),
    ]).toEqual([200, 403, 403]);
  });
});

describe("a must-read", () => {
  const mustReadBody = (audience: Conditions): Body => ({
    type: "mustRead",
    payload: { reason: "safety", subject: unique("Stop"), message: "The clamp can **break**." },
    audience,
  });

  test("reaches who turned news off, says why, and has no way to unsubscribe; news has one", async () => {
    const user = await createPerson();
    await query(`update users set notification_settings = '{"is_subscribed": false}' where id = $1`, [user.id]);
    const body = mustReadBody({ user_ids: [user.id] });
    const previewReply = (await admin.call(contract.previewNotification, { body })).reply();
    expect(previewReply.reach).toMatchObject({ people: 1, app: 1, email: 1, email_off: 0 });
    (await admin.call(sendNotification, { body })).reply();
    const mail = await sandbox.waitForMail(user.email, String(body.payload["subject"]));
    expect(mail.text.replaceAll(/\s+/g, " ")).toContain(
      "This message is about your safety. You get it even if you turned reminders and news off, and it cannot be turned off.",
    );
    expect(`${mail.text}${mail.html}`.toLowerCase()).not.toContain("unsubscribe");
    expect(JSON.stringify(mail.headers ?? {}).toLowerCase()).not.toContain("unsubscribe");
    const news = announce(unique("News"), { audience: { user_ids: [user.id] } });
    await query(`update users set notification_settings = '{"is_subscribed": true}' where id = $1`, [user.id]);
    (await admin.call(sendNotification, { body: news })).reply();
    const newsMail = await sandbox.waitForMail(user.email, String(news.payload["subject"]));
    expect(JSON.stringify(newsMail.headers).toLowerCase()).toContain("list-unsubscribe");
  });

  test("who turns news off while it waits gets it all the same", async () => {
    const { client, user } = await signedIn();
    const body = mustReadBody({ user_ids: [user.id] });
    (await admin.call(sendNotification, { body })).reply();
    (await client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
    await sandbox.waitForMail(user.email, String(body.payload["subject"]));
  });

  test("needs a reason", async () => {
    const { reason: _reason, ...payload } = mustReadBody({ roles: ["buyer"] }).payload;
    const body = { ...mustReadBody({ roles: ["buyer"] }), payload };
    const answer = await admin.call(contract.previewNotification, { body });
    expect(answer.issues.map(({ path }) => path.join("."))).toEqual(["payload.reason"]);
  });
});
