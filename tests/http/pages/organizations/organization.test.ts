import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { createOrganizationRows } from "../../organization-rows.ts";
import { readWords } from "../words.ts";

const post = (client: Client, path: string, fields: Record<string, string>) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const readOrganization = async (id: string) => {
  const [row] = await query<Record<string, unknown>>("select * from organizations where id = $1", [id]);
  return row;
};

test("an organization shows what it has and bought, with the way to all of it, to administrators alone", async () => {
  const { client } = await signedInAdmin();
  const { owner, order_id } = await createOrganizationRows();
  const { org_id } = owner;
  for (let count = 0; count < 5; count += 1) await createUser({ org_id });
  const { email } = await createUser({ org_id });
  await query(
    `update organizations set price_level_name = 'Partner', notes = 'Calls on Mondays', address_books = $2, contacts = $3
     where id = $1`,
    [
      org_id,
      JSON.stringify([
        {
          address: {
            line1: "7 Side Road",
            line2: null,
            city: "Austin",
            state: "TX",
            postal_code: "78701",
            country: "US",
          },
          phone: null,
        },
      ]),
      JSON.stringify([{ name: "Goods-in", email: null, phone: "555", role: null }]),
    ],
  );
  const path = `/admin/organizations/${org_id}`;
  const words = await readWords(client, path);
  for (const text of ["Price level Partner, 7 people, 1 device", "Calls on Mondays", "7 Side Road", "Goods-in", email])
    expect(words).toContain(text);
  expect(words).toContain("$1,250.00");
  expect(words).toContain("$49.00");
  expect(words).toContain("No downloads yet.");
  const html = await (await client.fetch(path)).text();
  expect(html).toContain(`href="/admin/orders/${order_id}"`);
  expect(html).toContain(`href="${path}/devices"`);
  for (const below of ["", "/edit", "/devices", "/downloads", "/addresses/0", "/contacts/0"]) {
    const member = await signedIn({ org_id, roles: ["org", "buyer", "user"] });
    expect((await member.client.fetch(path + below)).status, below).toBe(404);
    expect((await client.fetch(path + below)).status, below).toBe(200);
    expect((await client.fetch(`/admin/organizations/${randomUUID()}${below}`)).status, below).toBe(404);
  }
});

test("its devices and downloads come as files, with exactly what is filtered, and to nobody else", async () => {
  const { client } = await signedInAdmin();
  const { id: org_id } = await createOrganization();
  const { id: product_id } = await createProduct();
  await query(`insert into devices (org_id, product_id, serial) select $1, $2, serial from unnest($3::text[]) serial`, [
    org_id,
    product_id,
    [`${unique("A")}-KEEP`, `=${unique("B")}-KEEP`, `${unique("C")}-OTHER`].map((each) => each.toUpperCase()),
  ]);
  const path = `/admin/organizations/${org_id}`;
  expect(await (await client.fetch(`${path}/devices?search=keep`)).text()).toContain(
    `href="${path}/devices?search=keep&amp;format=csv"`,
  );
  const file = await client.fetch(`${path}/devices?search=keep&sort=serial&format=csv`);
  expect([file.status, file.headers.get("content-disposition")]).toEqual([200, 'attachment; filename="devices.csv"']);
  const lines = (await file.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("Serial number,Product,Since,Newest build");
  expect(lines.slice(1).toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^'=B.*-KEEP,Device-[^,]+,`)),
    expect.stringMatching(new RegExp(`^A.*-KEEP,Device-[^,]+,`)),
  ]);
  const empty = await (await client.fetch(`${path}/downloads?format=csv`)).text();
  expect(empty.trimEnd()).toBe("Software,By,Email,Date,Size");
  const member = await signedIn({ org_id, roles: ["org", "buyer", "user"] });
  for (const below of ["devices", "downloads"]) {
    expect((await member.client.fetch(`${path}/${below}?format=csv`)).status, below).toBe(404);
    const nobodys = `/admin/organizations/${randomUUID()}/${below}?format=csv`;
    expect((await client.fetch(nobodys)).status, below).toBe(404);
  }
});

test("one that has nothing yet says so, and its forms are open", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const words = await readWords(client, `/admin/organizations/${id}`);
  expect(words).toContain("List prices, 0 people, 0 devices");
  for (const many of ["people", "devices", "orders", "invoices", "subscriptions", "downloads"])
    expect(words).toContain(`No ${many} yet.`);
  expect(words).toContain("It has no NetSuite id");
  expect(await readWords(client, `/admin/organizations/${id}/downloads`)).toContain("Nobody of this organization");
});

test("an organization is made, its name is refused a second time with all that was typed, and it is edited", async () => {
  const { client } = await signedInAdmin();
  const name = unique("Umbra");
  const fields = { name, billing_email: "billing@umbra.test", notes: "Calls on Mondays", "contact.phone": "555" };
  const made = await post(client, "/admin/organizations/new", fields);
  const path = made.headers.get("location") ?? "";
  expect([made.status, path]).toEqual([303, expect.stringMatching(/^\/admin\/organizations\/[0-9a-f-]{36}$/)]);
  const again = await post(client, "/admin/organizations/new", { ...fields, name: name.toUpperCase() });
  expect(again.status).toBe(422);
  const html = await again.text();
  expect(html).toContain("An organization with this name already exists");
  expect(html).toContain("Calls on Mondays");
  // an address of one line stays one, and what is emptied is taken away
  const id = path.slice(path.lastIndexOf("/") + 1);
  const edited = await post(client, `${path}/edit`, { name, "address.line1": "1 Main Street, Austin", notes: "" });
  expect([edited.status, edited.headers.get("location")]).toEqual([303, path]);
  expect(await readOrganization(id)).toMatchObject({
    ...{ name, billing_email: null, notes: null, contact: null },
    address: { line1: "1 Main Street, Austin", city: "", country: "" },
  });
  const wrong = await post(client, `${path}/edit`, { name, "address.city": "Austin" });
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("Address line 1 is required.")]);
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
  const seen = { "seen.name": name, "seen.industry": "", "seen.notes": "" };
  const billing_email = String((await readOrganization(id))?.["billing_email"]);
  const mine = { ...seen, name, billing_email, industry: "Robotics", notes: "", "contact.phone": "555" };
  const refused = await post(client, path, { ...mine, updated_at: updatedAt(html) });
  expect(refused.status).toBe(422);
  const shown = await refused.text();
  const words = shown.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(words).toContain("This has been changed by someone else. Look at what is there now, then save again.");
  expect(words).toContain("Industry You read Empty Is there now Optics You typed Robotics");
  expect(words).toContain("Notes You read Empty Is there now Theirs You typed Nothing else: the form has theirs");
  expect(shown).toMatch(/<textarea[^>]*name="notes"[^>]*>Theirs</);
  expect(await readOrganization(id)).toMatchObject({ industry: "Optics", notes: "Theirs", contact: null });
  expect(words).not.toContain("Changed by");
  const saved = await post(client, path, { ...mine, notes: "Theirs", updated_at: updatedAt(shown) });
  expect(saved.status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({
    industry: "Robotics",
    notes: "Theirs",
    contact: { phone: "555" },
  });
  // the form sends all fields; told are those that are different since
  expect(await readWords(client, `/admin/organizations/${id}`)).toContain(
    "Changed the organization’s industry and contact",
  );
  const late = await post(client, path, { ...mine, industry: "Mining", updated_at: updatedAt(html) });
  const who = `Changed by ${user.first_name} ${user.last_name} on `;
  expect((await late.text()).replaceAll(/<[^>]*>/g, "")).toContain(who);
});

test("the price level is chosen with what it would change", async () => {
  const { client } = await signedInAdmin();
  const level = unique("Level");
  const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 90_00 } });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [product]);
  const words = await readWords(client, `/admin/organizations/${buyer.org_id}/edit`);
  expect(words).toMatch(new RegExp(`${level}: 1 of [1-9]\\d* products have a price`));
  expect(words).toContain("With another level 1 open cart asks its buyer again.");
  const [other, taken] = [await createOrganization(), await createOrganization()];
  const chosen = new URLSearchParams([
    ...[other, taken].flatMap(({ id, name }) => [
      ["id", id],
      [`name.${id}`, name],
    ]),
    ["price_level_name", level],
  ]);
  const send = (fields: URLSearchParams) =>
    client.fetch("/admin/organizations/price-level", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: fields.toString(),
    });
  expect((await send(chosen)).status).toBe(303);
  expect(await readWords(client, "/admin/organizations")).toContain(
    `${other.name}, ${taken.name} have the price level now.`,
  );
  expect(await readOrganization(other.id)).toMatchObject({ price_level_name: level });
  const nothing = new URLSearchParams(chosen);
  nothing.set("price_level_name", "");
  const refused = await send(nothing);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Choose a price level.")]);
  const base = new URLSearchParams(chosen);
  base.set("price_level_name", "Base Price");
  expect((await send(base)).status).toBe(303);
  expect(await readOrganization(taken.id)).toMatchObject({ price_level_name: null });
});

test("a device is registered by its serial number and removed again", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const [device, path] = [await createProduct(), `/admin/organizations/${id}/devices`];
  const serial = device.serial();
  expect(await readWords(client, path)).toContain("No device is registered yet.");
  const unknown = await post(client, `${path}/register`, { serial_number: "NOBODY-KNOWS" });
  expect([unknown.status, await unknown.text()]).toEqual([
    422,
    expect.stringContaining("There is no device with this serial number."),
  ]);
  for (let count = 0; count < 2; count += 1) {
    const sent = await post(client, `${path}/register`, { serial_number: serial });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  }
  const html = await (await client.fetch(path)).text();
  expect(html).toContain(serial);
  const removal = /action="([^"]+\/remove)"/.exec(html)?.[1] ?? "";
  expect((await post(client, removal, { serial })).status).toBe(303);
  expect(await readWords(client, path)).toContain(`${serial} is removed.`);
  expect(await query("select is_deleted from devices where org_id = $1", [id])).toEqual([{ is_deleted: true }]);
});

test("NetSuite is asked by a button, and what it answers is told", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  await query("update organizations set net_suite_id = $2 where id = $1", [id, `9${Date.now()}`]);
  const path = `/admin/organizations/${id}`;
  expect(await readWords(client, path)).toContain("Take over from NetSuite It was never taken over yet.");
  const sent = await post(client, `${path}/sync`, {});
  expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  expect(await readWords(client, path)).toMatch(/NetSuite has no customer 9\d+\./);
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
  expect((await post(client, `${path}/addresses/new`, address)).status).toBe(303);
  expect((await post(client, `${path}/contacts/new`, { name: "Goods-in", phone: "555" })).status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({
    address_books: [{ address: { line1: "7 Side Road" } }],
    contacts: [{ name: "Goods-in", phone: "555" }],
  });
  expect((await post(client, `${path}/contacts/0/remove`, {})).status).toBe(303);
  expect(await readOrganization(id)).toMatchObject({ contacts: [] });
});
