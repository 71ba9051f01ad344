import { beforeAll, describe, expect, test } from "vitest";
import { signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createUser,
  unique,
  uniqueEmail,
} from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";

const readOffers = (html: string) =>
  [...html.matchAll(/<input type="radio" name="org_id" value(?:="([^"]*)")?([^>]*)>\s*<b>([^<]*)<\/b>/g)].map(
    ([, id = "", attributes = "", name]) => ({ id, name, is_chosen: /\bchecked\b/.test(attributes) }),
  );
const noteIn = (html: string) => /<p [^>]*id="org_id-note"[^>]*>([^<]*)</.exec(html)?.[1];
const searchFields = (text: string) => ({ "find.org_id": text, "sought.org_id": "", find: "org_id" });

/** An organization that sorts after 1,100 others; the names of 30 others contain `word`. */
let lastOrganization: { id: string; name: string };
let word: string;
beforeAll(async () => {
  word = unique("Zulu");
  await query(
    `insert into organizations (name, created_at)
     select '0 ' || $1 || ' ' || n, timestamptz '2020-01-01' from generate_series(1, 1100) n
     union all select 'Y ' || $2 || ' ' || n, timestamptz '2020-01-01' from generate_series(1, 30) n`,
    [unique("Before"), word],
  );
  const [row] = await query<{ id: string; name: string }>(
    "insert into organizations (name) values ($1) returning id, name",
    [word],
  );
  lastOrganization = row ?? { id: "", name: "" };
});

test("without script an organization beyond the first thousand is found, chosen and taken; what was typed stays", async () => {
  const { client } = await signedInAdmin();
  const email = uniqueEmail();
  const typedFields = Object.entries({
    email,
    first_name: "Ana",
    last_name: "Silva",
    phone: "555 0100",
    roles: "user",
  });
  typedFields.push(["roles", "org"]);
  const empty = await (await client.fetch("/admin/people/new")).text();
  expect(readOffers(empty), "nothing to scroll through").toEqual([]);

  const answer = await postForm(client, "/admin/people/new", [...typedFields, ...Object.entries(searchFields(word))]);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(readOffers(html)).toHaveLength(20);
  expect(readOffers(html)[0], "who is called exactly so stands first").toEqual({
    ...lastOrganization,
    is_chosen: false,
  });
  expect(noteIn(html)).toBe("More than 20 organizations are called like that: type more of the name.");
  for (const value of [email, "Ana", "Silva", "555 0100", word]) expect(html).toContain(`value="${value}"`);
  expect(html).toMatch(/<input type="checkbox" name="roles" value="org"[^>]*\bchecked/);
  expect(html).not.toContain('role="alert"');
  expect(html, "it goes on where it was found").toMatch(new RegExp(`value="${lastOrganization.id}"[^>]*autofocus`));
  expect(await query("select 1 from users where email = $1", [email])).toEqual([]);

  const saveAnswer = await postForm(client, "/admin/people/new", [
    ...typedFields,
    ...Object.entries({ org_id: lastOrganization.id, "find.org_id": word, "sought.org_id": word }),
  ]);
  expect(saveAnswer.status).toBe(303);
  expect(await query("select org_id, roles from users where email = $1", [email])).toEqual([
    { org_id: lastOrganization.id, roles: ["user", "org"] },
  ]);
});

test("Enter looks for a text that nobody looked for yet; one alone is chosen, none is said, and a refusal keeps the choice", async () => {
  const { client } = await signedInAdmin();
  const organization = await createOrganization();
  const input = { email: uniqueEmail(), first_name: "", last_name: "Silva", roles: "user" };
  const text = organization.name.slice(1);
  const searchAnswer = await postForm(client, "/admin/people/new", {
    ...input,
    "find.org_id": ` ${text} `,
    "sought.org_id": "",
  });
  expect(searchAnswer.status).toBe(200);
  expect(readOffers(await searchAnswer.text())).toEqual([{ ...organization, is_chosen: true }]);

  const noMatchHtml = await (
    await postForm(client, "/admin/people/new", { ...input, ...searchFields("100% nobody_") })
  ).text();
  expect([readOffers(noMatchHtml), noteIn(noMatchHtml)]).toEqual([
    [],
    "No organization is called like “100% nobody_”.",
  ]);
  const empty = await postForm(client, "/admin/people/new", { ...input, ...searchFields("  ") });
  expect([empty.status, noteIn(await empty.text())]).toEqual([200, "Type a part of its name."]);

  const refused = await postForm(client, "/admin/people/new", { ...input, org_id: organization.id });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("First name is required.");
  expect(readOffers(html)).toEqual([{ ...organization, is_chosen: true }]);
  const missingAnswer = await postForm(client, "/admin/people/new", { ...input, first_name: "Ana" });
  expect([missingAnswer.status, noteIn(await missingAnswer.text())]).toEqual([422, "Organization is required."]);
});

describe("it is found the same way", () => {
  test("where a plan is given, a notification written, and several are approved", async () => {
    const { client } = await signedInAdmin();
    const [request, plan] = [await createAccountRequest(), await shop.createPlan()];
    for (const [path, fields, kept] of [
      ["/admin/subscriptions/give", { product_id: plan.id, start_date: "2027-01-02" }, 'value="2027-01-02"'],
      ["/admin/notifications/new/announcement", { "payload.subject": "Closed on Friday" }, 'value="Closed on Friday"'],
      [`/admin/requests/approve?search=${request.org_name}`, { id: request.id }, `value="${request.id}" `],
    ] as const) {
      const answer = await postForm(client, path, { ...fields, ...searchFields(`${word} 17`) });
      const html = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      expect(readOffers(html).find(({ name }) => name === `Y ${word} 17`)?.is_chosen, path).toBe(true);
      expect(html, path).toContain(kept);
      expect(html, path).not.toContain("Not changed");
    }
    expect(await query("select status from account_requests where id = $1", [request.id])).toEqual([
      { status: "pending" },
    ]);
    const saveAnswer = await postForm(client, "/admin/subscriptions/give", {
      org_id: lastOrganization.id,
      product_id: plan.id,
      start_date: "2027-01-02",
      end_date: "2028-01-02",
      "find.org_id": word,
      "sought.org_id": word,
    });
    expect(saveAnswer.status).toBe(303);
    expect(await query("select org_id from subscriptions where product_id = $1", [plan.id])).toEqual([
      { org_id: lastOrganization.id },
    ]);
  });

  test("where the rows of several pages are approved: they stay selected", async () => {
    const { client } = await signedInAdmin();
    const { org_name, id } = await createAccountRequest();
    const path = `/admin/requests/approve?search=${org_name}`;
    const html = await (await postForm(client, path, { id, roles: "user", ...searchFields(word) })).text();
    expect(html).toMatch(new RegExp(`<input type="checkbox" name="id" value="${id}"[^>]*\\bchecked`));
    const saveAnswer = await postForm(client, path, {
      id,
      roles: "user",
      org_id: lastOrganization.id,
      "sought.org_id": word,
    });
    expect(saveAnswer.status).toBe(303);
    expect(await query("select status from account_requests where id = $1", [id])).toEqual([{ status: "approved" }]);
  });

  test("where one request is decided: what was typed and who is selected with it stay", async () => {
    const { client } = await signedInAdmin();
    const [one, other] = [await createAccountRequest(), await createAccountRequest()];
    await query("update account_requests set created_at = created_at - interval '70 years' where id = any($1)", [
      [one.id, other.id],
    ]);
    const answer = await postForm(client, `/admin/requests/${one.id}/approve`, [
      ["id", one.id],
      ["id", other.id],
      ["roles", "buyer"],
      [`serial_numbers.${one.id}`, "TYPED-1"],
      ["org_id", ""],
      ["new_organization.name", "Typed Ltd"],
      ...Object.entries(searchFields(word)),
    ]);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(readOffers(html)).toContainEqual({ ...lastOrganization, is_chosen: false });
    expect(readOffers(html).at(-1)).toEqual({ id: "", name: "New organization", is_chosen: true });
    for (const value of ["TYPED-1", "Typed Ltd"]) expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(new RegExp(`form="decide" name="id" value="${other.id}"[^>]*\\bchecked`));
    expect(await query("select status from account_requests where id = $1", [one.id])).toEqual([{ status: "pending" }]);
  });

  test("where somebody is moved: theirs is chosen, and can be gone back to", async () => {
    const { client } = await signedInAdmin();
    const ownOrganization = await createOrganization();
    const user = await createUser({ org_id: ownOrganization.id });
    const path = `/admin/people/${user.id}`;
    expect(readOffers(await (await client.fetch(path)).text())).toEqual([{ ...ownOrganization, is_chosen: true }]);
    const input = { first_name: "Typed", last_name: "Name", phone: "", roles: "user", org_id: ownOrganization.id };
    const html = await (await postForm(client, path, { ...input, ...searchFields(`${word} 30`) })).text();
    expect(readOffers(html).map(({ name, is_chosen }) => [name, is_chosen])).toEqual([
      [`Y ${word} 30`, true],
      [ownOrganization.name, false],
    ]);
    expect(html).toContain('value="Typed"');
    expect((await postForm(client, path, { ...input, org_id: lastOrganization.id })).status).toBe(303);
    expect(await query("select org_id, first_name from users where id = $1", [user.id])).toEqual([
      { org_id: lastOrganization.id, first_name: "Typed" },
    ]);
  });

  test("where a product is looked at as an organization would see it", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const path = `/admin/products/${product.id}/preview`;
    const searchHtml = await (
      await client.fetch(`${path}?${new URLSearchParams({ org_id: "", ...searchFields(word) })}`)
    ).text();
    expect(readOffers(searchHtml)[0]).toEqual({ ...lastOrganization, is_chosen: false });
    expect(searchHtml).toContain("As a visitor sees it");
    const html = await (await client.fetch(`${path}?org_id=${lastOrganization.id}`)).text();
    expect(html).toContain(`As ${lastOrganization.name} sees it`);
    expect(readOffers(html)).toEqual([
      { ...lastOrganization, is_chosen: true },
      { id: "", name: "A visitor", is_chosen: false },
    ]);
  });
});

test("nobody but administrators finds anything, and who has to sign in first is led there", async () => {
  const stranger = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const path of ["/admin/people/new", "/admin/requests/approve"]) {
    const refused = await postForm(stranger.client, path, searchFields(word));
    expect([path, [403, 404].includes(refused.status)]).toEqual([path, true]);
    expect(await refused.text()).not.toContain(word);
    const visitorAnswer = await postForm(visitor(), path, searchFields(word));
    expect([path, visitorAnswer.status, visitorAnswer.headers.get("location")?.startsWith("/sign-in")]).toEqual([
      path,
      303,
      true,
    ]);
  }
});
