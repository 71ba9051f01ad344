// Each condition of an audience, in preview and sending, with the same customers.
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
import { createOrderOf, createSoftware, createVersion } from "../../../support/software/rows.ts";
import { announce, type Body, draftsOf } from "./drafts.ts";

const { client: admin, user: sender } = await signedInAdmin();
const { draft, read, sendIt } = draftsOf(admin);

type Conditions = NonNullable<Body["audience"]>;

const preview = async (audience: Conditions) =>
  admin.call(contract.previewNotification, { body: announce("Words", { audience }) });
/** Ids of the people whom a preview counts. */
async function reached(audience: Conditions): Promise<(string | null)[]> {
  const answer = await preview(audience);
  if (answer.errcode === "NOTIFICATION_ERROR") return [];
  const { reach, recipients } = answer.reply();
  expect(reach.people).toBe(recipients.length);
  return recipients.map(({ user_id }) => user_id).toSorted();
}
const idsOf = (...people: { id: string }[]) => people.map(({ id }) => id).toSorted();

/** A user in a new organization. */
const person = (roles: Role[] = ["user"], org_id?: string) => createUser({ roles, ...(org_id && { org_id }) });

const own = (org_id: string, product_id: string) =>
  query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [org_id, product_id, unique("S")]);

const download = (user: { id: string; org_id: string }, software: { id: string }, version: { id: string }) =>
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
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const colleague = await person(["buyer", "user"], owner.org_id);
    await createUser({ org_id: owner.org_id, state: "inactive" });
    await own(owner.org_id, product.id);
    await own(stranger.org_id, other.id);
    await query("update products set type = 'software' where id = $1", [product.id]);
    await subscribe(subscriber.org_id, product.id, {});
    await subscribe(former.org_id, product.id, { status: "canceled" });
    await createOrderOf(buyer, product.id, "paid");
    expect(await reached({ product_ids: [product.id] })).toEqual(idsOf(owner, colleague, buyer, subscriber));
    expect(await reached({ product_ids: [other.id, product.id] })).toEqual(
      idsOf(owner, colleague, buyer, subscriber, stranger),
    );
    expect(await reached({ product_ids: [product.id], roles: ["buyer"] })).toEqual(idsOf(colleague));
  });

  test("downloaders of a version or, if asked, of an older one, and the managers of their organizations", async () => {
    const software = await createSoftware({ kind: "software" });
    const elsewhere = await createSoftware({ kind: "software" });
    const [v9, v10, v11] = [
      await createVersion(software, { version: "1.9.0" }),
      await createVersion(software, { version: "1.10.0" }),
      await createVersion(software, { version: "1.11.0" }),
    ];
    const foreign = await createVersion(elsewhere, { version: "1.0.0" });
    const [early, exact, late, stranger] = [await person(), await person(), await person(), await person()];
    const manager = await person(["org", "user"], exact.org_id);
    await person(["user"], exact.org_id);
    await download(early, software, v9);
    await download(exact, software, v10);
    await download(late, software, v11);
    await download(stranger, elsewhere, foreign);
    expect(await reached({ version_ids: [v10.id] })).toEqual(idsOf(exact, manager));
    expect(await reached({ version_ids: [v10.id], or_older: true })).toEqual(idsOf(early, exact, manager));
    expect(await reached({ version_ids: [v9.id, v11.id] })).toEqual(idsOf(early, late));
  });

  test("subscribers of a plan, and those whose plan renews within days", async () => {
    const [plan, other] = [await createProduct(), await createProduct()];
    const [soon, later, ending, ended] = [await person(), await person(), await person(), await person()];
    await subscribe(soon.org_id, plan.id, { ends: "20 days" });
    await subscribe(later.org_id, plan.id, { ends: "40 days" });
    await subscribe(ending.org_id, plan.id, { ends: "20 days", cancels: "20 days" });
    await subscribe(ended.org_id, plan.id, { status: "canceled", ends: "20 days" });
    // the days refer to the named plan
    await subscribe(later.org_id, other.id, { ends: "10 days" });
    expect(await reached({ plan_ids: [plan.id] })).toEqual(idsOf(soon, later, ending));
    expect(await reached({ plan_ids: [plan.id], renews_within_days: 30 })).toEqual(idsOf(soon));
    const all = { org_ids: [soon, later, ending, ended].map(({ org_id }) => org_id) };
    expect(await reached({ ...all, renews_within_days: 30 })).toEqual(idsOf(soon, later));
  });

  test("price level, country, chosen organizations and people; conditions narrow each other", async () => {
    const [one, two, three] = [await person(), await person(["buyer", "user"]), await person()];
    const [level, country] = [unique("Level"), unique("Land")];
    await query("update organizations set price_level_name = $2 where id = $1", [one.org_id, level]);
    const address = { line1: "1 Main Street", line2: null, city: "Town", state: "", postal_code: "1", country };
    await query("update organizations set address = $2 where id = any($1)", [[one.org_id, two.org_id], address]);
    const all = { org_ids: [one.org_id, two.org_id, three.org_id] };
    const [base] = await query<{ name: string }>("select name from price_levels where is_base");
    expect(await reached({ price_levels: [level] })).toEqual(idsOf(one));
    expect(await reached({ ...all, price_levels: [base?.name ?? ""] })).toEqual(idsOf(two, three));
    expect(await reached({ countries: [country.toUpperCase()] })).toEqual(idsOf(one, two));
    expect(await reached(all)).toEqual(idsOf(one, two, three));
    expect(await reached({ user_ids: [two.id, three.id] })).toEqual(idsOf(two, three));
    expect(await reached({ countries: [country], roles: ["buyer"] })).toEqual(idsOf(two));
    expect(await reached({ countries: [country], user_ids: [three.id] })).toEqual([]);
  });
});

describe("sending", () => {
  test("the conditions are asked when it is sent: who left gets nothing, who came gets it, once each", async () => {
    const product = await createProduct();
    const [stays, leaves] = [await person(), await person()];
    await own(stays.org_id, product.id);
    await own(leaves.org_id, product.id);
    const id = await draft(announce(unique("Owners"), { audience: { product_ids: [product.id] } }));
    await query("update devices set is_deleted = true where org_id = $1", [leaves.org_id]);
    const comes = await person();
    await own(comes.org_id, product.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendIt(id)));
    expect(answers.map((answer) => answer.reply().queued)).toEqual([4, 4, 4, 4, 4]);
    const got = await query<{ user_id: string }>("select user_id from broadcast_recipients where broadcast_id = $1", [
      id,
    ]);
    expect(got.map(({ user_id }) => user_id).toSorted()).toEqual(idsOf(stays, comes));
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
    const [one, two] = [await person(), await person()];
    await own(one.org_id, product.id);
    await own(two.org_id, product.id);
    const body = { ...announce("Closed on Friday", { audience: { product_ids: [product.id] } }), id: randomUUID() };
    (await admin.call(sendNotification, { body })).reply();
    const list = await admin.call(listAudit, { query: { subject_type: "notification", subject_id: body.id } });
    expect(list.reply().data).toMatchObject([
      { actor: { id: sender.id }, text: `Wrote to 2 people who own ${name}: Closed on Friday` },
    ]);
  });

  test("a customer sees the message and nothing of who else got it or why", async () => {
    const { client, user } = await signedIn();
    const other = await person();
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
    const { org_id } = await person();
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
    await person(["user"], target.id);
    const body = announce("Words", { audience: { org_ids: [target.id] } });
    const statusOf = async (preset: "catalogue" | "support" | "warehouse") =>
      (await (await signedInAdmin(preset)).client.call(contract.draftNotification, { body })).status;
    expect([await statusOf("catalogue"), await statusOf("support"), await statusOf("warehouse")]).toEqual([
      200, 403, 403,
    ]);
  });
});

describe("a must-read", () => {
  const mustRead = (audience: Conditions): Body => ({
    type: "mustRead",
    payload: { reason: "safety", subject: unique("Stop"), message: "The clamp can **break**." },
    audience,
  });

  test("reaches who turned news off, says why, and has no way to unsubscribe; news has one", async () => {
    const user = await person();
    await query(`update users set notification_settings = '{"is_subscribed": false}' where id = $1`, [user.id]);
    const body = mustRead({ user_ids: [user.id] });
    const shown = (await admin.call(contract.previewNotification, { body })).reply();
    expect(shown.reach).toMatchObject({ people: 1, app: 1, email: 1, email_off: 0 });
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
    const other = await sandbox.waitForMail(user.email, String(news.payload["subject"]));
    expect(JSON.stringify(other.headers).toLowerCase()).toContain("list-unsubscribe");
  });

  test("who turns news off while it waits gets it all the same", async () => {
    const { client, user } = await signedIn();
    const body = mustRead({ user_ids: [user.id] });
    (await admin.call(sendNotification, { body })).reply();
    (await client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
    await sandbox.waitForMail(user.email, String(body.payload["subject"]));
  });

  test("needs a reason", async () => {
    const { reason: _reason, ...payload } = mustRead({ roles: ["buyer"] }).payload;
    const body = { ...mustRead({ roles: ["buyer"] }), payload };
    const answer = await admin.call(contract.previewNotification, { body });
    expect(answer.issues.map(({ path }) => path.join("."))).toEqual(["payload.reason"]);
  });
});
