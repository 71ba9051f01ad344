// From a link to a message sent: its tests follow the same links and forms.
import { describe, expect, test } from "vitest";
import type { StaffPreset } from "../../../../db/enums.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { getBroadcast } from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../../support/factories.ts";
import { createSoftware, createVersion } from "../../../support/software/rows.ts";

const { client } = await signedInAdmin();

const post = (path: string, fields: string[][], as: Client = client) =>
  as.fetch(path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
/** The page that a link leads to, and its address. */
async function follow(href: string, as: Client = client): Promise<{ href: string; html: string; words: string }> {
  const answer = await as.fetch(href.replaceAll("&amp;", "&"), { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location !== null) return follow(location, as);
  const html = await answer.text();
  return {
    href,
    html,
    words: html
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ (?=[,.])/g, ""),
  };
}
const linkIn = (html: string, label: string) => new RegExp(`<a href="([^"]+)"[^>]*>${label}</a>`).exec(html)?.[1] ?? "";
const isChecked = (html: string, name: string, value: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*checked`).test(html);
const idIn = (html: string) => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? "";
const words = [
  ["channels", "app"],
  ["payload.subject", "Closed on Friday"],
  ["payload.message", "See you."],
];

async function owners(count: number) {
  const product = await createProduct();
  const people = await Promise.all(Array.from({ length: count }, () => createUser()));
  for (const { org_id } of people)
    await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
      org_id,
      product.id,
      unique("S"),
    ]);
  return { product, people };
}

describe("the link", () => {
  test("of a product leads to a form that says who they are and how many, and sends to them", async () => {
    const { product, people } = await owners(2);
    const { html } = await follow(`/admin/products/${product.id}`);
    const form = await follow(linkIn(html, "Write to them"));
    expect(form.words).toContain("2 people of 2 organizations meet these conditions now.");
    expect(isChecked(form.html, "product_ids", product.id)).toBe(true);
    // the address holds the conditions
    expect((await follow(form.href)).words).toContain("2 people of 2 organizations meet");
    const id = idIn(form.html);
    const saved = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ...words,
    ]);
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `/admin/notifications/${id}`]);
    const draft = await follow(`/admin/notifications/${id}`);
    expect(draft.words).toContain("2 people of 2 organizations get it: 2 in the app.");
    for (const { email } of people) expect(draft.words).toContain(email);
    expect(draft.words).toContain("The conditions are read again when it is sent");
    const updated_at = /name="updated_at" value="([^"]+)"/.exec(draft.html)?.[1] ?? "";
    expect((await post(`/admin/notifications/${id}/send`, [["updated_at", updated_at]])).status).toBe(303);
    expect((await client.call(getBroadcast, { params: { id } })).reply()).toMatchObject({ state: "sent", people: 2 });
    // what is changed afterwards begins with the same conditions
    const again = await follow(`/admin/notifications/new/announcement?draft=${id}`);
    expect(isChecked(again.html, "product_ids", product.id)).toBe(true);
  });

  test("of a version names it; warehouse and support are not offered it", async () => {
    const software = await createSoftware({ kind: "software" });
    const version = await createVersion(software, { version: "1.2.0" });
    const user = await createUser();
    await query(
      "insert into downloads (id, org_id, user_id, software_id, version_id) values (gen_random_uuid(), $1, $2, $3, $4)",
      [user.org_id, user.id, software.id, version.id],
    );
    const path = hrefOf(pages.adminVersion, { id: version.id });
    const { href, html, words: text } = await follow(linkIn((await follow(path)).html, "Write to them"));
    expect(href).toContain(`version_ids=${version.id}`);
    expect(isChecked(html, "version_ids", version.id)).toBe(true);
    expect(text).toContain(`${software.title} 1.2.0`);
    expect(text).toContain("1 person of 1 organization meets these conditions now.");
    const offers = async (preset: StaffPreset) =>
      (await follow(path, (await signedInAdmin(preset)).client)).html.includes("Write to them");
    expect([await offers("catalogue"), await offers("support")]).toEqual([true, false]);
  });

  test("of selected people and organizations holds the selection", async () => {
    const [one, two] = [await createUser(), await createUser()];
    const selected = await post("/admin/people/write", [
      ["id", one.id],
      ["id", two.id],
    ]);
    expect(selected.status).toBe(303);
    const people = await follow(selected.headers.get("location") ?? "");
    for (const { id, email } of [one, two]) {
      expect(isChecked(people.html, "user_ids", id)).toBe(true);
      expect(people.words).toContain(email);
    }
    expect(people.words).toContain("2 people of 2 organizations meet");
    const chosen = await post("/admin/organizations/write", [["id", one.org_id]]);
    const organizations = await follow(chosen.headers.get("location") ?? "");
    expect(isChecked(organizations.html, "org_ids", one.org_id)).toBe(true);
    expect(organizations.words).toContain("1 person of 1 organization meets");
    expect((await post("/admin/people/write", [])).status).toBe(422);
    expect((await post("/admin/people/write", [["id", one.id]], (await signedInAdmin("support")).client)).status).toBe(
      403,
    );
  });
});

describe("the form", () => {
  test("counts without saving and keeps what was typed", async () => {
    const { product } = await owners(1);
    const id = crypto.randomUUID();
    const answer = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ["sought.product_ids", ""],
      ["renews_within_days", "30"],
      ["count", "1"],
      ...words,
    ]);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain("Nobody meets these conditions now, so it could not be sent.");
    expect(isChecked(html, "product_ids", product.id)).toBe(true);
    expect(html).toContain('value="30"');
    expect(html).toContain('value="Closed on Friday"');
    expect(await query("select 1 from broadcasts where id = $1", [id])).toEqual([]);
  });

  test("combines a found organization and roles with other conditions", async () => {
    const { product, people } = await owners(2);
    const [first] = people;
    const id = crypto.randomUUID();
    const saved = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ["org_id", first?.org_id ?? ""],
      ["roles", "user"],
      ...words,
    ]);
    expect(saved.status).toBe(303);
    const { html, words: text } = await follow(`/admin/notifications/${id}`);
    expect(text).toContain("1 person of 1 organization gets it");
    expect(html).toContain(", have the role User, and belong to ");
  });

  test("refuses nobody, one address with conditions, and days that are none, in plain words", async () => {
    const { id: org_id } = await createOrganization();
    const { product } = await owners(1);
    const user = await createUser();
    const refusal = async (fields: string[][]) => {
      const answer = await post("/admin/notifications/new/announcement", [
        ["id", crypto.randomUUID()],
        ...words,
        ...fields,
      ]);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain('value="Closed on Friday"');
      return html;
    };
    expect(await refusal([["org_ids", org_id]])).toContain("This has no recipients now.");
    expect(
      await refusal([
        ["email", user.email],
        ["product_ids", product.id],
      ]),
    ).toContain("Enter the email of one person, or choose conditions, not both.");
    expect(await refusal([["renews_within_days", "soon"]])).toContain(
      "Renews within must be a whole number of days from 1 to 366.",
    );
  });
});

describe("a must-read", () => {
  test("takes over what was typed as news, and is sent only after its question", async () => {
    const user = await createUser();
    await query(`update users set notification_settings = '{"is_subscribed": false}' where id = $1`, [user.id]);
    const id = crypto.randomUUID();
    const fields = [
      ["id", id],
      ["user_ids", user.id],
      ["channels", "email"],
      ["payload.subject", "Stop using it"],
      ["payload.message", "It breaks."],
    ];
    const other = await post("/admin/notifications/new/mustRead", [...fields, ["kind", "mustRead"]]);
    expect(other.status).toBe(200);
    const form = await other.text();
    expect(form).toContain("Write a must-read");
    expect(form).toContain('value="Stop using it"');
    expect(form).toContain("It breaks.");
    expect(isChecked(form, "user_ids", user.id)).toBe(true);
    const unsaid = await post("/admin/notifications/new/mustRead", fields);
    expect([unsaid.status, (await unsaid.text()).includes("Reason is required.")]).toEqual([422, true]);
    expect((await post("/admin/notifications/new/mustRead", [...fields, ["payload.reason", "security"]])).status).toBe(
      303,
    );
    const { html, words: text } = await follow(`/admin/notifications/${id}`);
    expect(text).toContain("1 person of 1 organization gets it: 1 by mail.");
    expect(text).toContain("They get it even if they turned reminders and news off, and cannot unsubscribe.");
    const updated_at = /name="updated_at" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const send = async (more: string[][]) => {
      expect((await post(`/admin/notifications/${id}/send`, [["updated_at", updated_at], ...more])).status).toBe(303);
      return (await follow(`/admin/notifications/${id}`)).words;
    };
    expect(await send([])).toContain("Confirm that it is about safety, security or a contract. Nothing was sent.");
    expect((await client.call(getBroadcast, { params: { id } })).reply().state).toBe("draft");
    await send([["is_must_read", "true"]]);
    expect((await client.call(getBroadcast, { params: { id } })).reply()).toMatchObject({ state: "sent", people: 1 });
  });
});

describe("a time", () => {
  async function draftTo(type: "announcement" | "mustRead" = "announcement") {
    const { people, product } = await owners(1);
    const id = crypto.randomUUID();
    const fields = [["id", id], ["product_ids", product.id], ["payload.reason", "contract"], ...words];
    expect((await post(`/admin/notifications/new/${type}`, fields)).status).toBe(303);
    const path = `/admin/notifications/${id}`;
    const look = async () => {
      const page = await follow(path);
      return { ...page, updated_at: /name="updated_at" value="([^"]+)"/.exec(page.html)?.[1] ?? "" };
    };
    const setTime = async (more: string[][]) => {
      const { updated_at } = await look();
      return post(`${path}/send-at`, [["updated_at", updated_at], ...more]);
    };
    const read = async () => (await client.call(getBroadcast, { params: { id } })).reply();
    return { path, look, setTime, read, people };
  }
  const atNine = [
    ["day", "2099-12-01"],
    ["time", "09:00"],
  ];

  test("is set in the viewer's zone, shown, changed and taken back", async () => {
    const { look, setTime, read } = await draftTo();
    expect((await look()).words).toContain("In your time zone, ");
    expect((await setTime(atNine)).status).toBe(303);
    expect(await read()).toMatchObject({ state: "scheduled", send_at: "2099-12-01T09:00:00.000Z" });
    const shown = await look();
    expect(shown.words).toContain("Sent by itself on 1 Dec 2099, 09:00");
    expect(shown.words).toContain("Send now to 1 person");
    expect((await follow("/admin/notifications?state=scheduled")).words).toContain("Scheduled 1 Dec 2099");
    await setTime([
      ["day", "2099-12-02"],
      ["time", "10:30"],
    ]);
    expect((await read()).send_at).toBe("2099-12-02T10:30:00.000Z");
    expect((await setTime([])).status).toBe(303);
    expect((await look()).words).toContain("It is a draft again, and is not sent by itself.");
    expect(await read()).toMatchObject({ state: "draft", send_at: null });
  });

  test("that is past, missing, or of a version that was not seen is refused, and stays typed", async () => {
    const { path, setTime, read } = await draftTo();
    const past = await setTime([
      ["day", "2020-01-01"],
      ["time", "09:00"],
    ]);
    const html = await past.text();
    expect([past.status, html.includes("Choose a time in the future."), html.includes('value="2020-01-01"')]).toEqual([
      422,
      true,
      true,
    ]);
    const none = await setTime([
      ["day", "2099-12-01"],
      ["time", ""],
    ]);
    expect([none.status, (await none.text()).includes("Choose the day and the time at which it is sent.")]).toEqual([
      422,
      true,
    ]);
    const old = await post(`${path}/send-at`, [["updated_at", "2026-01-01T00:00:00.000Z"], ...atNine]);
    expect([old.status, (await old.text()).includes("so its time was not changed.")]).toEqual([422, true]);
    expect(await read()).toMatchObject({ state: "draft", send_at: null });
  });

  test("of a must-read needs its question", async () => {
    const { setTime, read } = await draftTo("mustRead");
    const unsure = await setTime(atNine);
    expect([unsure.status, (await unsure.text()).includes("Confirm that it is about safety")]).toEqual([422, true]);
    expect((await read()).state).toBe("draft");
    expect((await setTime([...atNine, ["is_must_read", "true"]])).status).toBe(303);
    expect((await read()).state).toBe("scheduled");
  });

  test("that passed without recipients is told on the draft; support sees it and gets no buttons", async () => {
    const { look, path, people } = await draftTo();
    await query("update broadcasts set missed_at = '2026-11-01T09:00:00Z' where id = $1", [path.split("/").at(-1)]);
    expect((await look()).words).toContain(
      "It was not sent on 1 Nov 2026, 09:00 UTC, because it had no recipients then.",
    );
    const support = await follow(path, (await signedInAdmin("support")).client);
    expect(support.words).toContain("1 person of 1 organization gets it");
    for (const button of ["Change it", "Send to", "Send later"]) expect(support.words).not.toContain(button);
    await query("update users set is_active = false where id = $1", [people[0]?.id]);
    expect((await look()).words).toContain("This notification has no recipients now");
  });
});

describe("a saved audience", () => {
  test("is saved from a draft, listed, used with what was typed, renamed and deleted with a question", async () => {
    const { product, people } = await owners(2);
    const id = crypto.randomUUID();
    const fields = [["id", id], ["product_ids", product.id], ...words];
    expect((await post("/admin/notifications/new/announcement", fields)).status).toBe(303);
    const name = unique("Owners");
    const save = (text: string) => post(`/admin/notifications/${id}/audience`, [["name", text]]);
    expect((await save(name)).headers.get("location")).toBe(`/admin/notifications/${id}`);
    expect((await follow(`/admin/notifications/${id}`)).words).toContain(`${name} is saved.`);
    const taken = await save(name.toUpperCase());
    expect([taken.status, (await taken.text()).includes("An audience with this name already exists")]).toEqual([
      422,
      true,
    ]);
    const list = await follow("/admin/notifications/audiences");
    expect(list.words).toContain(`${name} People who own`);
    const one = await follow(
      /href="(\/admin\/notifications\/audiences\/[^"?]+)[^>]*>[^<]*Owners/.exec(
        list.html.slice(list.html.indexOf(name) - 200),
      )?.[1] ?? "",
    );
    expect(one.words).toContain("2 people of 2 organizations now.");
    expect((await follow(linkIn(one.html, "Write to them"))).words).toContain("2 people of 2 organizations meet");
    const audience = one.href.split("/").at(-1) ?? "";
    const used = await post("/admin/notifications/new/announcement", [
      ["id", crypto.randomUUID()],
      ["roles", "buyer"],
      ["org_id", people[0]?.org_id ?? ""],
      ["sought.product_ids", ""],
      ["audience", audience],
      ["use", "1"],
      ...words,
    ]);
    const form = await used.text();
    expect(used.status).toBe(200);
    expect(isChecked(form, "product_ids", product.id)).toBe(true);
    expect(isChecked(form, "roles", "buyer")).toBe(false);
    expect(form).toContain("2 people of 2 organizations meet");
    expect(form).toContain('value="Closed on Friday"');
    expect(one.words).toContain(`Delete ${name}?`);
    expect((await post(one.href, [["name", `${name} 2`]])).status).toBe(303);
    expect((await follow(one.href)).words).toContain(`It is called ${name} 2 now.`);
    const support = (await signedInAdmin("support")).client;
    expect((await follow(one.href, support)).words).not.toContain("Rename");
    expect((await post(`${one.href}/delete`, [], support)).status).toBe(403);
    expect((await post(`${one.href}/delete`, [])).status).toBe(303);
    expect((await client.fetch(one.href)).status).toBe(404);
    // what was written to it keeps its conditions
    expect((await follow(`/admin/notifications/${id}`)).words).toContain("2 people of 2 organizations get it");
  });
});
