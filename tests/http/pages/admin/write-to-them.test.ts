// Messages to an audience, from a link to a sent message; the tests share links and forms.
import { describe, expect, test } from "vitest";
import type { StaffPreset } from "../../../../db/enums.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createAudience, listAudiences } from "../../../../worker/contract/v1/admin/audiences.ts";
import { getBroadcast } from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createSoftware, createVersion } from "../../../support/software/rows.ts";

const { client } = await signedInAdmin();

const post = (path: string, fields: string[][], as: Client = client) => postForm(as, path, fields);
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
const messageFields = [
  ["channels", "app"],
  ["payload.subject", "Closed on Friday"],
  ["payload.message", "See you."],
];

async function createOwners(count: number) {
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
    const { product, people } = await createOwners(2);
    const { html } = await follow(`/admin/products/${product.id}`);
    const form = await follow(linkIn(html, "Write to them"));
    expect(form.words).toContain("2 people of 2 organizations meet these conditions now.");
    expect(isChecked(form.html, "product_ids", product.id)).toBe(true);
    // the address holds the conditions
    expect((await follow(form.href)).words).toContain("2 people of 2 organizations meet");
    const id = idIn(form.html);
    const saveAnswer = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ...messageFields,
    ]);
    expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, `/admin/notifications/${id}`]);
    const draft = await follow(`/admin/notifications/${id}`);
    expect(draft.words).toContain("2 people of 2 organizations get it: 2 in the app.");
    for (const { email } of people) expect(draft.words).toContain(email);
    expect(draft.words).toContain("The conditions are read again when it is sent");
    const updated_at = /name="updated_at" value="([^"]+)"/.exec(draft.html)?.[1] ?? "";
    expect((await post(`/admin/notifications/${id}/send`, [["updated_at", updated_at]])).status).toBe(303);
    expect((await client.call(getBroadcast, { params: { id } })).reply()).toMatchObject({ state: "sent", people: 2 });
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
    const isOffered = async (preset: StaffPreset) =>
      (await follow(path, (await signedInAdmin(preset)).client)).html.includes("Write to them");
    expect([await isOffered("catalogue"), await isOffered("support")]).toEqual([true, false]);
  });

  test("of selected people and organizations holds the selection", async () => {
    const [one, two] = [await createUser(), await createUser()];
    const selectAnswer = await post("/admin/people/write", [
      ["id", one.id],
      ["id", two.id],
    ]);
    expect(selectAnswer.status).toBe(303);
    const people = await follow(selectAnswer.headers.get("location") ?? "");
    for (const { id, email } of [one, two]) {
      expect(isChecked(people.html, "user_ids", id)).toBe(true);
      expect(people.words).toContain(email);
    }
    expect(people.words).toContain("2 people of 2 organizations meet");
    const chooseAnswer = await post("/admin/organizations/write", [["id", one.org_id]]);
    const organizations = await follow(chooseAnswer.headers.get("location") ?? "");
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
    const { product } = await createOwners(1);
    const id = crypto.randomUUID();
    const answer = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ["sought.product_ids", ""],
      ["renews_within_days", "30"],
      ["count", "1"],
      ...messageFields,
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
    const { product, people } = await createOwners(2);
    const [first] = people;
    const id = crypto.randomUUID();
    const saveAnswer = await post("/admin/notifications/new/announcement", [
      ["id", id],
      ["product_ids", product.id],
      ["org_id", first?.org_id ?? ""],
      ["roles", "user"],
      ...messageFields,
    ]);
    expect(saveAnswer.status).toBe(303);
    const { html, words: text } = await follow(`/admin/notifications/${id}`);
    expect(text).toContain("1 person of 1 organization gets it");
    expect(html).toContain(", have the role User, and belong to ");
  });

  test("refuses nobody, one address with conditions, and days that are none, in plain words", async () => {
    const { id: org_id } = await createOrganization();
    const { product } = await createOwners(1);
    const user = await createUser();
    const expectRefusal = async (fields: string[][]) => {
      const answer = await post("/admin/notifications/new/announcement", [
        ["id", crypto.randomUUID()],
        ...messageFields,
        ...fields,
      ]);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain('value="Closed on Friday"');
      return html;
    };
    expect(await expectRefusal([["org_ids", org_id]])).toContain("This has no recipients now.");
    expect(
      await expectRefusal([
        ["email", user.email],
        ["product_ids", product.id],
      ]),
    ).toContain("Enter the email of one person, or choose conditions, not both.");
    expect(await expectRefusal([["renews_within_days", "soon"]])).toContain(
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
    const kindAnswer = await post("/admin/notifications/new/mustRead", [...fields, ["kind", "mustRead"]]);
    expect(kindAnswer.status).toBe(200);
    const form = await kindAnswer.text();
    expect(form).toContain("Write a must-read");
    expect(form).toContain('value="Stop using it"');
    expect(form).toContain("It breaks.");
    expect(isChecked(form, "user_ids", user.id)).toBe(true);
    const reasonlessAnswer = await post("/admin/notifications/new/mustRead", fields);
    expect([reasonlessAnswer.status, (await reasonlessAnswer.text()).includes("Reason is required.")]).toEqual([
      422,
      true,
    ]);
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
  async function createDraft(type: "announcement" | "mustRead" = "announcement") {
    const { people, product } = await createOwners(1);
    const id = crypto.randomUUID();
    const fields = [["id", id], ["product_ids", product.id], ["payload.reason", "contract"], ...messageFields];
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
    const { look, setTime, read } = await createDraft();
    expect((await look()).words).toContain("In your time zone, ");
    expect((await setTime(atNine)).status).toBe(303);
    expect(await read()).toMatchObject({ state: "scheduled", send_at: "2099-12-01T09:00:00.000Z" });
    const scheduledPage = await look();
    expect(scheduledPage.words).toContain("Sent by itself on 1 Dec 2099, 09:00");
    expect(scheduledPage.words).toContain("Send now to 1 person");
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
    const { path, setTime, read } = await createDraft();
    const pastAnswer = await setTime([
      ["day", "2020-01-01"],
      ["time", "09:00"],
    ]);
    const html = await pastAnswer.text();
    expect([
      pastAnswer.status,
      html.includes("Choose a time in the future."),
      html.includes('value="2020-01-01"'),
    ]).toEqual([422, true, true]);
    const emptyAnswer = await setTime([
      ["day", "2099-12-01"],
      ["time", ""],
    ]);
    expect([
      emptyAnswer.status,
      (await emptyAnswer.text()).includes("Choose the day and the time at which it is sent."),
    ]).toEqual([422, true]);
    const oldAnswer = await post(`${path}/send-at`, [["updated_at", "2026-01-01T00:00:00.000Z"], ...atNine]);
    expect([oldAnswer.status, (await oldAnswer.text()).includes("so its time was not changed.")]).toEqual([422, true]);
    expect(await read()).toMatchObject({ state: "draft", send_at: null });
  });

  test("of a must-read needs its question", async () => {
    const { setTime, read } = await createDraft("mustRead");
    const unconfirmedAnswer = await setTime(atNine);
    expect([
      unconfirmedAnswer.status,
      (await unconfirmedAnswer.text()).includes("Confirm that it is about safety"),
    ]).toEqual([422, true]);
    expect((await read()).state).toBe("draft");
    expect((await setTime([...atNine, ["is_must_read", "true"]])).status).toBe(303);
    expect((await read()).state).toBe("scheduled");
  });

  test("of an author who may no longer send says so, and another user takes it over", async () => {
    const { path, look, setTime, read } = await createDraft();
    expect((await setTime(atNine)).status).toBe(303);
    const id = path.split("/").at(-1);
    const formerAuthor = await signedInAdmin("warehouse");
    await query("update broadcasts set scheduled_by = $2 where id = $1", [id, formerAuthor.user.id]);
    const { words: text, updated_at } = await look();
    expect(text).toContain(
      `It will not be sent: ${formerAuthor.user.first_name} ${formerAuthor.user.last_name} set the time, and may no longer send`,
    );
    expect((await follow("/admin/notifications?state=scheduled")).words).toContain("Will not be sent 1 Dec 2099");
    const fields = [
      ["updated_at", updated_at],
      ["send_at", "2099-12-01T09:00:00.000Z"],
      ["take_over", "true"],
    ];
    const support = (await signedInAdmin("support")).client;
    expect((await post(`${path}/send-at`, fields, support)).status).toBe(403);
    expect((await post(`${path}/send-at`, fields)).status).toBe(303);
    expect((await look()).words).toContain("It is yours now, and is sent at its time.");
    expect(await read()).toMatchObject({ send_at: "2099-12-01T09:00:00.000Z", is_blocked: false });
    await query(
      "update broadcasts set send_at = null, missed_at = now(), missed_reason = 'no_permission' where id = $1",
      [id],
    );
    expect((await look()).words).toContain("was no longer allowed to send notifications.");
    expect((await follow("/admin/notifications?state=draft")).words).toContain("Not sent ");
  });

  test("that passed without recipients is told on the draft; support sees it and gets no buttons", async () => {
    const { look, path, people } = await createDraft();
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
    const { product, people } = await createOwners(2);
    const id = crypto.randomUUID();
    const fields = [["id", id], ["product_ids", product.id], ...messageFields];
    expect((await post("/admin/notifications/new/announcement", fields)).status).toBe(303);
    const name = unique("Owners");
    const save = (text: string) => post(`/admin/notifications/${id}/audience`, [["name", text]]);
    expect((await save(name)).headers.get("location")).toBe(`/admin/notifications/${id}`);
    expect((await follow(`/admin/notifications/${id}`)).words).toContain(`${name} is saved.`);
    const conflictAnswer = await save(name.toUpperCase());
    expect([
      conflictAnswer.status,
      (await conflictAnswer.text()).includes("An audience with this name already exists"),
    ]).toEqual([422, true]);
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
    const useAnswer = await post("/admin/notifications/new/announcement", [
      ["id", crypto.randomUUID()],
      ["roles", "buyer"],
      ["org_id", people[0]?.org_id ?? ""],
      ["sought.product_ids", ""],
      ["audience", audience],
      ["use", "1"],
      ...messageFields,
    ]);
    const form = await useAnswer.text();
    expect(useAnswer.status).toBe(200);
    expect(isChecked(form, "product_ids", product.id)).toBe(true);
    expect(isChecked(form, "roles", "buyer")).toBe(false);
    expect(form).toContain("2 people of 2 organizations meet");
    expect(form).toContain('value="Closed on Friday"');
    expect(one.words).toContain(`Delete ${name}?`);
    const renameAnswer = await post(one.href, [
      ["name", `${name} 2`],
      ["product_ids", product.id],
    ]);
    expect(renameAnswer.status).toBe(303);
    expect((await follow(one.href)).words).toContain(`${name} 2 is saved.`);
    const support = (await signedInAdmin("support")).client;
    expect((await follow(one.href, support)).words).not.toContain("Save the audience");
    expect((await post(`${one.href}/delete`, [], support)).status).toBe(403);
    expect((await post(`${one.href}/delete`, [])).status).toBe(303);
    expect((await client.fetch(one.href)).status).toBe(404);
    // a draft keeps its conditions
    expect((await follow(`/admin/notifications/${id}`)).words).toContain("2 people of 2 organizations get it");
  });

  async function createSavedAudience(conditions: Record<string, unknown>) {
    const name = unique("Audience");
    const { id } = (await client.call(createAudience, { body: { name, audience: conditions } })).reply();
    const path = hrefOf(pages.audience, { id });
    const read = async (audienceId = id) =>
      (await client.call(listAudiences)).reply().data.find((each) => each.id === audienceId)?.audience;
    const version = async () => /name="updated_at" value="([^"]+)"/.exec((await follow(path)).html)?.[1] ?? "";
    return { id, name, path, read, version };
  }

  test("has its conditions changed, counted before, and saved as a new one beside it", async () => {
    const { product, people } = await createOwners(2);
    const org_id = people[0]?.org_id ?? "";
    const { name, path, read, version } = await createSavedAudience({ product_ids: [product.id], roles: ["user"] });
    const page = await follow(path);
    expect([isChecked(page.html, "product_ids", product.id), isChecked(page.html, "roles", "user")]).toEqual([
      true,
      true,
    ]);
    const fields = [
      ["name", name],
      ["updated_at", await version()],
      ["product_ids", product.id],
      ["sought.product_ids", ""],
      ["org_id", org_id],
    ];
    const countAnswer = await post(path, [...fields, ["count", "1"]]);
    expect([countAnswer.status, (await countAnswer.text()).includes("1 person of 1 organization meets")]).toEqual([
      200,
      true,
    ]);
    expect(await read()).toEqual({ product_ids: [product.id], roles: ["user"] });
    const conflictAnswer = await post(path, [...fields, ["as_new", "true"]]);
    const refusal = await conflictAnswer.text();
    expect([conflictAnswer.status, refusal.includes("Give the new one another name.")]).toEqual([422, true]);
    expect(isChecked(refusal, "product_ids", product.id)).toBe(true);
    const copyAnswer = await post(path, [
      ...fields.map(([key = "", value = ""]) => [key, key === "name" ? `${name} B` : value]),
      ["as_new", "true"],
    ]);
    const copyPath = copyAnswer.headers.get("location") ?? "";
    expect([copyAnswer.status, copyPath === path]).toEqual([303, false]);
    expect(await read(copyPath.split("/").at(-1))).toEqual({ product_ids: [product.id], org_ids: [org_id] });
    expect(await read()).toEqual({ product_ids: [product.id], roles: ["user"] });
    expect((await post(path, fields)).headers.get("location")).toBe(path);
    expect(await read()).toEqual({ product_ids: [product.id], org_ids: [org_id] });
    // a second click on the form of the previous version is refused, and the form keeps what was selected
    const outdatedAnswer = await post(path, [...fields, ["roles", "buyer"]]);
    const outdatedHtml = await outdatedAnswer.text();
    expect([outdatedAnswer.status, isChecked(outdatedHtml, "roles", "buyer")]).toEqual([422, true]);
    expect(await read()).toEqual({ product_ids: [product.id], org_ids: [org_id] });
    const emptyAnswer = await post(path, [
      ["name", name],
      ["updated_at", await version()],
    ]);
    expect([emptyAnswer.status, (await emptyAnswer.text()).includes("Name at least one condition.")]).toEqual([
      422,
      true,
    ]);
    const support = (await signedInAdmin("support")).client;
    expect((await post(path, fields, support)).status).toBe(403);
    expect((await follow(path, support)).html).not.toContain('name="as_new"');
  });

  test("has several countries found by name, however profiles spell them", async () => {
    const [word, code, other] = await Promise.all([createOrganization(), createOrganization(), createOrganization()]);
    for (const [{ id }, country] of [
      [word, "portugal"],
      [code, "PT"],
      [other, "Chile"],
    ] as const) {
      await createUser({ org_id: id });
      const address = { line1: "1 Main Street", line2: null, city: "Town", state: "", postal_code: "1", country };
      await query("update organizations set address = $2 where id = $1", [id, address]);
    }
    const org_ids = [word.id, code.id, other.id];
    const { name, path, read, version } = await createSavedAudience({ org_ids });
    const fields = async () => [
      ["name", name],
      ["updated_at", await version()],
      ...org_ids.map((id) => ["org_ids", id]),
    ];
    const search = await post(path, [
      ...(await fields()),
      ["find.countries", "portu"],
      ["sought.countries", ""],
      ["find", "countries"],
    ]);
    const searchHtml = await search.text();
    expect([search.status, isChecked(searchHtml, "countries", "PT")]).toEqual([200, true]);
    expect(searchHtml).toContain("Portugal");
    expect((await post(path, [...(await fields()), ["countries", "PT"], ["sought.countries", ""]])).status).toBe(303);
    expect(await read()).toEqual({ org_ids, countries: ["PT"] });
    const savedPage = await follow(path);
    expect(savedPage.words).toContain("are in Portugal");
    expect(savedPage.words).toContain("2 people of 2 organizations now.");
    const bothCountries = [...(await fields()), ["countries", "PT"], ["countries", "CL"], ["sought.countries", ""]];
    expect((await post(path, bothCountries)).status).toBe(303);
    expect((await follow(path)).words).toContain("3 people of 3 organizations now.");
  });

  test("a list that has more than 100 matches says how many can be selected; with fewer, all of them are", async () => {
    const { id: org_id } = await createOrganization();
    const name = unique("Crowd");
    const add = (count: number) =>
      query(
        `insert into users (org_id, email, first_name, last_name, roles, agreed_at)
         select $1, gen_random_uuid() || '@example.com', $2, 'No ' || n, '{user}', now() from generate_series(1, $3) n`,
        [org_id, name, count],
      );
    await add(100);
    expect((await follow(`/admin/people?search=${name}`)).words).toContain("All 100 that match");
    await add(31);
    const { words: text } = await follow(`/admin/people?search=${name}`);
    expect(text).toContain("At most 100 at once: 131 match");
    expect(text).not.toContain("that match");
  });

  test("of more than 100 organizations says how many are taken, and never drops the condition", async () => {
    const one = await createUser();
    const ids = [one.org_id, ...Array.from({ length: 130 }, () => crypto.randomUUID())];
    const linkQuery = new URLSearchParams(ids.map((id) => ["org_ids", id]));
    const form = await follow(`/admin/notifications/new/announcement?${linkQuery}&roles=user`);
    expect(form.words).toContain("The first 100 are taken, 31 are not: an audience names at most 100 organizations.");
    expect(form.words).toContain("1 person of 1 organization meets these conditions now.");
    const fullAudience = await createSavedAudience({
      org_ids: [one.org_id, ...Array.from({ length: 99 }, () => crypto.randomUUID())],
    });
    const page = await follow(fullAudience.path);
    expect(page.words).toContain("1 person of 1 organization now.");
  });
});
