import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";
import { overrideControls, readControls } from "../controls.ts";
import { readWords } from "../words.ts";

const readOrganization = async (id: string) => {
  const [row] = await query<Record<string, unknown>>("select * from organizations where id = $1", [id]);
  return row;
};

test("an organization is made, its name is refused a second time with all that was typed, and it is edited", async () => {
  const { client } = await signedInAdmin();
  const name = unique("Umbra");
  const fields = { name, billing_email: "billing@umbra.test", notes: "Calls on Mondays", "contact.phone": "555" };
  const createAnswer = await postForm(client, "/admin/organizations/new", fields);
  const path = createAnswer.headers.get("location") ?? "";
  expect([createAnswer.status, path]).toEqual([303, expect.stringMatching(/^\/admin\/organizations\/[0-9a-f-]{36}$/)]);
  const conflictAnswer = await postForm(client, "/admin/organizations/new", { ...fields, name: name.toUpperCase() });
  expect(conflictAnswer.status).toBe(422);
  const html = await conflictAnswer.text();
  expect(html).toContain("An organization with this name already exists");
  expect(html).toContain("Calls on Mondays");
  // a one-line address stays one line, and cleared fields are removed
  const id = path.slice(path.lastIndexOf("/") + 1);
  const editAnswer = await postForm(client, `${path}/edit`, {
    name,
    "address.line1": "1 Main Street, Austin",
    notes: "",
  });
  expect([editAnswer.status, editAnswer.headers.get("location")]).toEqual([303, path]);
  expect(await readOrganization(id)).toMatchObject({
    name,
    billing_email: null,
    notes: null,
    contact: null,
    address: { line1: "1 Main Street, Austin", city: "", country: "" },
  });
  const wrongAnswer = await postForm(client, `${path}/edit`, { name, "address.city": "Austin" });
  expect([wrongAnswer.status, await wrongAnswer.text()]).toEqual([
    422,
    expect.stringContaining("Address line 1 is required."),
  ]);
});

test("another administrator's change is shown beside what was typed, and saving then is deliberate", async () => {
  const { client, user } = await signedInAdmin();
  const { id, name } = await createOrganization();
  const path = `/admin/organizations/${id}/edit`;
  const updatedAt = (html: string) => /name="updated_at" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const html = await (await client.fetch(path)).text();
  await query(
    `update organizations set industry = 'Optics', notes = 'Theirs', updated_at = updated_at + interval '1 second' where id = $1`,
    [id],
  );
  const seenFields = { "seen.name": name, "seen.industry": "", "seen.notes": "" };
  const billing_email = String((await readOrganization(id))?.["billing_email"]);
  const ownFields = { ...seenFields, name, billing_email, industry: "Robotics", notes: "", "contact.phone": "555" };
  const refusal = await postForm(client, path, { ...ownFields, updated_at: updatedAt(html) });
  expect(refusal.status).toBe(422);
  const refusedHtml = await refusal.text();
  const text = refusedHtml.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(text).toContain("This has been changed by someone else. Look at what is there now, then save again.");
  expect(text).toContain("Industry You read Empty Is there now Optics You typed Robotics");
  expect(text).toContain("Notes You read Empty Is there now Theirs You typed Nothing else: the form has theirs");
  expect(refusedHtml).toMatch(/<textarea[^>]*name="notes"[^>]*>Theirs</);
  expect(refusedHtml).toMatch(/<input[^>]*name="contact\.phone"[^>]*value="555"/);
  expect(await readOrganization(id)).toMatchObject({ industry: "Optics", notes: "Theirs", contact: null });
  expect(text).not.toContain("Changed by");
  const saveAnswer = await postForm(client, path, {
    ...ownFields,
    notes: "Theirs",
    updated_at: updatedAt(refusedHtml),
  });
  expect(saveAnswer.status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({
    industry: "Robotics",
    notes: "Theirs",
    contact: { phone: "555" },
  });
  // The form sends all fields; the history names only the changed ones.
  expect(await readWords(client, `/admin/organizations/${id}`)).toContain(
    `${user.last_name} changed Contact, phone and Industry of ${name}`,
  );
  const lateAnswer = await postForm(client, path, { ...ownFields, industry: "Mining", updated_at: updatedAt(html) });
  const changedBy = `Changed by ${user.first_name} ${user.last_name} on `;
  expect((await lateAnswer.text()).replaceAll(/<[^>]*>/g, "")).toContain(changedBy);
});

test("a box that a colleague ticked stays ticked when a form that left it alone is saved again", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const path = `/admin/organizations/${id}/edit`;
  const ownChange = { "contact.phone": "555" };
  const fields = overrideControls(readControls(await (await client.fetch(path)).text()), ownChange);
  await query(
    `update organizations set is_po_number_required = true, updated_at = updated_at + interval '1 second'
     where id = $1`,
    [id],
  );
  const refusal = await postForm(client, path, fields);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")).toContain(
    "Orders on account need a PO number You read No Is there now Yes You typed Nothing else: the form has theirs",
  );
  expect((await postForm(client, path, readControls(html))).status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({ is_po_number_required: true, contact: { phone: "555" } });
});

test("the price level is chosen with what it would change", async () => {
  const { client } = await signedInAdmin();
  const level = unique("Level");
  const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 90_00 } });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [product]);
  const pageText = await readWords(client, `/admin/organizations/${buyer.org_id}/edit`);
  expect(pageText).toMatch(new RegExp(`${level}: 1 of [1-9]\\d* products have a price`));
  expect(pageText).toContain("With another level 1 open cart asks its buyer again.");
  const [firstOrg, secondOrg] = [await createOrganization(), await createOrganization()];
  const choice = new URLSearchParams([
    ...[firstOrg, secondOrg].flatMap(({ id, name }) => [
      ["id", id],
      [`name.${id}`, name],
    ]),
    ["price_level_name", level],
  ]);
  const send = (fields: URLSearchParams) => postForm(client, "/admin/organizations/price-level", fields);
  expect((await send(choice)).status).toBe(303);
  expect(await readWords(client, "/admin/organizations")).toContain(
    `${firstOrg.name}, ${secondOrg.name} have the price level now.`,
  );
  expect(await readOrganization(firstOrg.id)).toMatchObject({ price_level_name: level });
  const emptyChoice = new URLSearchParams(choice);
  emptyChoice.set("price_level_name", "");
  const refusal = await send(emptyChoice);
  expect([refusal.status, await refusal.text()]).toEqual([422, expect.stringContaining("Choose a price level.")]);
  const baseChoice = new URLSearchParams(choice);
  baseChoice.set("price_level_name", "Base Price");
  expect((await send(baseChoice)).status).toBe(303);
  expect(await readOrganization(secondOrg.id)).toMatchObject({ price_level_name: null });
});

test("addresses and contacts are kept by administrators, too", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const path = `/admin/organizations/${id}`;
  const address = {
    "address.line1": "7 Side Road",
    "address.city": "Austin",
    "address.postal_code": "78701",
    "address.country": "US",
  };
  expect((await postForm(client, `${path}/addresses/new`, address)).status).toBe(303);
  expect((await postForm(client, `${path}/contacts/new`, { name: "Goods-in", phone: "555" })).status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({
    address_books: [{ address: { line1: "7 Side Road" } }],
    contacts: [{ name: "Goods-in", phone: "555" }],
  });
  expect((await postForm(client, `${path}/contacts/0/remove`, {})).status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({ contacts: [] });
});
