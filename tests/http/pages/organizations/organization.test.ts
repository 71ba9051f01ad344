import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createOrganizationRows } from "../../organization-rows.ts";
import { readWords } from "../words.ts";

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
  const pageText = await readWords(client, path);
  for (const text of ["Price level Partner, 7 people, 1 device", "Calls on Mondays", "7 Side Road", "Goods-in", email])
    expect(pageText).toContain(text);
  expect(pageText).toContain("$1,250.00");
  expect(pageText).toContain("$49.00");
  expect(pageText).toContain("No downloads yet.");
  const html = await (await client.fetch(path)).text();
  expect(html).toContain(`href="/admin/orders/${order_id}"`);
  expect(html).toContain(`href="${path}/devices"`);
  for (const subpath of ["", "/edit", "/devices", "/downloads", "/addresses/0", "/contacts/0"]) {
    const member = await signedIn({ org_id, roles: ["org", "buyer", "user"] });
    expect((await member.client.fetch(path + subpath)).status, subpath).toBe(404);
    expect((await client.fetch(path + subpath)).status, subpath).toBe(200);
    expect((await client.fetch(`/admin/organizations/${randomUUID()}${subpath}`)).status, subpath).toBe(404);
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
  const lines = removeQuotes(await file.text())
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toBe("Serial number,Product,Since,Newest version,Verified");
  expect(lines.slice(1).toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^'=B.*-KEEP,Device-[^,]+,`)),
    expect.stringMatching(new RegExp(`^A.*-KEEP,Device-[^,]+,`)),
  ]);
  const emptyCsv = await (await client.fetch(`${path}/downloads?format=csv`)).text();
  expect(removeQuotes(emptyCsv).trimEnd()).toBe("Software,By,Email,Date,Size");
  const member = await signedIn({ org_id, roles: ["org", "buyer", "user"] });
  for (const subpath of ["devices", "downloads"]) {
    expect((await member.client.fetch(`${path}/${subpath}?format=csv`)).status, subpath).toBe(404);
    const unknownPath = `/admin/organizations/${randomUUID()}/${subpath}?format=csv`;
    expect((await client.fetch(unknownPath)).status, subpath).toBe(404);
  }
});

test("one that has nothing yet says so, and its forms are open", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const pageText = await readWords(client, `/admin/organizations/${id}`);
  expect(pageText).toContain("List prices, 0 people, 0 devices");
  for (const noun of ["people", "devices", "orders", "invoices", "subscriptions", "downloads"])
    expect(pageText).toContain(`No ${noun} yet.`);
  expect(pageText).toContain("This organization has no NetSuite ID");
  expect(await readWords(client, `/admin/organizations/${id}/downloads`)).toContain(
    "This organization has not downloaded",
  );
});

test("a device is registered by its serial number and removed again", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  const [device, path] = [await createProduct(), `/admin/organizations/${id}/devices`];
  const serial = device.serial();
  expect(await readWords(client, path)).toContain("No device is registered yet.");
  const unknownAnswer = await postForm(client, `${path}/register`, { serial_number: "NOBODY-KNOWS" });
  expect([unknownAnswer.status, await unknownAnswer.text()]).toEqual([
    422,
    expect.stringContaining("There is no device with this serial number."),
  ]);
  for (let count = 0; count < 2; count += 1) {
    const answer = await postForm(client, `${path}/register`, { serial_number: serial });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  }
  const html = await (await client.fetch(path)).text();
  expect(html).toContain(serial);
  const removal = /action="([^"]+\/remove)"/.exec(html)?.[1] ?? "";
  expect((await postForm(client, removal, { serial })).status).toBe(303);
  expect(await readWords(client, path)).toContain(`${serial} is removed.`);
  expect(await query("select is_deleted from devices where org_id = $1", [id])).toEqual([{ is_deleted: true }]);
});

test("NetSuite is asked by a button, and what it answers is told", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createOrganization();
  await query("update organizations set net_suite_id = $2 where id = $1", [id, `9${Date.now()}`]);
  const path = `/admin/organizations/${id}`;
  expect(await readWords(client, path)).toContain("Sync from NetSuite Never synced yet.");
  const answer = await postForm(client, `${path}/sync`, {});
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect(await readWords(client, path)).toMatch(/NetSuite has no customer 9\d+, or it is a lead/);
});
