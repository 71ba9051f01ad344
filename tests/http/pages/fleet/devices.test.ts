import { expect, test } from "vitest";
import { type Actor, signedIn } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createProduct, createUser, unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const foreign = "This Serial Number belongs to another organization.";
const unknown = "There is no device with this serial number.";

const buyer = (org_id?: string) => signedIn({ roles: ["buyer", "user"], ...(org_id && { org_id }) });

async function insertDevice(org_id: string, product_id: string, serial: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id",
    [org_id, product_id, serial],
  );
  return row?.id ?? "";
}

const lookUp = (serials: string[]) => `/portal/devices/add?${new URLSearchParams({ serials: serials.join("\r\n") })}`;

const post = (client: Client, path: string, serials: string[] = []) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(serials.map((serial) => ["serials", serial])).toString(),
  });

const serialsOf = async ({ user }: Actor) =>
  (await query("select serial from devices where org_id = $1 and not is_deleted order by serial", [user.org_id])).map(
    ({ serial }) => serial,
  );

test("one serial number shows its product before it is added, and its page after", async () => {
  const [person, product] = [
    await buyer(),
    await shop.createProduct({ name: unique("Prism"), patterns: ["PRISM-\\d+"] }),
  ];
  const { client } = person;
  const serial = `PRISM-${Date.now()}`;
  expect(await readWords(client, "/portal/devices/add")).not.toContain("Add ".concat(product.name));
  const seen = await readWords(client, lookUp([serial]));
  expect(seen).toContain(`Serial number ${serial}`);
  expect(seen).toContain(`Add ${product.name} to `);
  expect(await serialsOf(person), "nothing is added by looking").toEqual([]);
  const answer = await post(client, "/portal/devices/add", [serial]);
  expect(answer.status).toBe(303);
  const location = answer.headers.get("location") ?? "";
  expect(location).toMatch(/^\/portal\/devices\/[0-9a-f-]{36}$/);
  const shown = await readWords(client, location);
  expect(shown).toContain(`${serial} was added.`);
  expect(shown).toContain(product.name);
  expect(shown).toMatch(new RegExp(`Registered .* by ${person.user.first_name} ${person.user.last_name}`));
});

test("a serial number that cannot be added says why in the words of the specification", async () => {
  const [person, other, product] = [await buyer(), await buyer(), await createProduct()];
  const [own, theirs] = [product.serial(), product.serial()];
  const id = await insertDevice(person.user.org_id, product.id, own);
  await insertDevice(other.user.org_id, product.id, theirs);
  const { client } = person;
  expect(await readWords(client, lookUp([theirs.toLowerCase()]))).toContain(foreign);
  expect(await readWords(client, lookUp([unique("NONE").slice(0, 20)]))).toContain(unknown);
  expect(await readWords(client, lookUp(["X_1"]))).toContain(`X_1: ${unknown}`);
  expect(await readWords(client, lookUp(["X".repeat(33)]))).toContain(
    "CGX Serial number must be at most 32 characters.",
  );
  expect(await readWords(client, lookUp([own]))).toContain("Already among your devices.");
  const many = Array.from({ length: 101 }, (_, index) => `N-${index}`);
  expect(await readWords(client, lookUp(many))).toContain("Paste at most 100 serial numbers at a time; these are 101.");
  // for users who press a button of a page loaded earlier
  const refused = await post(client, "/portal/devices/add", [theirs]);
  expect([refused.status, refused.headers.get("location")]).toEqual([303, "/portal/devices"]);
  expect(await readWords(client, "/portal/devices")).toContain(foreign);
  expect(await readWords(client, `/portal/devices/${id}`)).toContain(own);
  await readWords(other.client, `/portal/devices/${id}`, { status: 404 });
});

test("several serial numbers get a verdict each, and those that can be are added with one mail", async () => {
  const [person, other, product] = [await buyer(), await buyer(), await createProduct()];
  const manager = await createUser({ org_id: person.user.org_id, roles: ["org", "user"] });
  const [own, theirs, ...free] = [...new Set(Array.from({ length: 9 }, () => product.serial()))];
  await insertDevice(person.user.org_id, product.id, own ?? "");
  await insertDevice(other.user.org_id, product.id, theirs ?? "");
  const typed = [...free, own ?? "", theirs ?? "", "NONE-1", "no_serial", (free[0] ?? "").toLowerCase()];
  const text = await readWords(person.client, lookUp(typed));
  expect(text).toContain(`${free.length} of ${free.length + 4} can be added.`);
  expect(text).toContain(`Add ${free.length} devices to `);
  for (const [serial, verdict] of [
    [own, "Already among your devices."],
    [theirs, foreign],
    ["NONE-1", unknown],
    ["no_serial", unknown],
  ])
    expect(text).toMatch(new RegExp(`${serial}[^.]*? ${verdict}`));
  await insertDevice(other.user.org_id, product.id, free[1] ?? "");
  const answer = await post(person.client, "/portal/devices/add", free);
  expect(answer.headers.get("location")).toBe("/portal/devices");
  const after = await readWords(person.client, "/portal/devices");
  expect(after).toContain(`${free.length - 1} devices were added. ${free[1]}: ${foreign}`);
  expect(await serialsOf(person)).toEqual([own, ...free.filter((serial) => serial !== free[1])].toSorted());
  const mail = await sandbox.waitForMail(manager.email, "Devices were added to your organization");
  expect(mail.text).toContain(`and ${free.length - 2} other devices were added`);
  const sent = await query("select 1 from outbox where user_id = $1 and type = 'deviceAdded'", [manager.id]);
  expect(sent).toHaveLength(1);
});

test("a removed device leaves the list, and comes back by Undo", async () => {
  const [person, product] = [await buyer(), await createProduct()];
  const serial = product.serial();
  const id = await insertDevice(person.user.org_id, product.id, serial);
  const removed = await person.client.fetch(`/portal/devices/${id}/remove`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ serial }).toString(),
  });
  expect([removed.status, removed.headers.get("location")]).toEqual([303, "/portal/devices"]);
  expect(await readWords(person.client, "/portal/devices")).toMatch(
    new RegExp(`${serial} was removed. Undo Devices 0 devices`),
  );
  expect(await serialsOf(person)).toEqual([]);
  await post(person.client, "/portal/devices/add", [serial]);
  expect(await serialsOf(person)).toEqual([serial]);
});

test("who is neither buyer nor manager reads everything and is told who adds and removes", async () => {
  const [person, product] = [await buyer(), await createProduct()];
  const serial = product.serial();
  const id = await insertDevice(person.user.org_id, product.id, serial);
  const { client } = await signedIn({ org_id: person.user.org_id });
  for (const path of ["/portal/devices", `/portal/devices/${id}`]) {
    const seen = await readWords(client, path);
    expect(seen).toContain(serial);
    const { first_name, last_name } = person.user;
    expect(seen).toContain("add and remove devices.");
    expect(seen).toContain(`${first_name} ${last_name} can do it for you`);
    expect(seen).toMatch(/ Ask (CGX for the role|\w+)/);
    expect(seen).not.toMatch(/Add devices|Remove /);
  }
  expect((await client.fetch("/portal/devices/add")).status).toBe(403);
  expect((await post(client, "/portal/devices/add", [product.serial()])).status).toBe(403);
  expect((await post(client, `/portal/devices/${id}/remove`)).status).toBe(403);
  expect(await serialsOf(person)).toEqual([serial]);
});

test("the list is narrowed to a product of the fleet, and says so", async () => {
  const [person, one, other] = [await buyer(), await shop.createProduct(), await shop.createProduct()];
  const serials = [unique("ONE"), unique("TWO"), unique("OTHER")];
  for (const [index, serial] of serials.entries())
    await insertDevice(person.user.org_id, index < 2 ? one.id : other.id, serial);
  const all = await readWords(person.client, "/portal/devices");
  expect(all).toContain("3 devices");
  for (const option of ["Every product", `${one.name} (2)`, `${other.name} (1)`]) expect(all).toContain(option);
  const narrowed = await readWords(person.client, `/portal/devices?product_id=${other.id}`);
  expect(narrowed).toContain("1 device ");
  expect(narrowed).toContain(`Product: ${other.name} (1)`);
  expect(narrowed).not.toContain(serials[0]);
  const html = await (await person.client.fetch(`/portal/devices?product_id=${other.id}`)).text();
  const [, row = ""] = /class="name[^"]*"><div[^>]*><a href="([^"]+)"/.exec(html) ?? [];
  const opened = await (await person.client.fetch(row.replaceAll("&amp;", "&"))).text();
  expect(opened, "the way back keeps the filter").toContain(`href="/portal/devices?product_id=${other.id}"`);
});

test("a device tells the order that it came with and who ordered", async () => {
  const person = await shop.purchase([await shop.createProduct()]);
  const [line] = await query<{ id: string; product_id: string; order_number: string }>(
    `select l.id, l.product_id, o.order_number from order_lines l join orders o on o.id = l.order_id where o.id = $1`,
    [person.bought.order_id],
  );
  const serial = unique("ORD");
  await query("update order_lines set quantity = 2, serial_number = array[$2, 'ANOTHER-1'] where id = $1", [
    line?.id,
    serial,
  ]);
  const id = await insertDevice(person.org_id, line?.product_id ?? "", serial.toUpperCase());
  const seen = await readWords(person.client, `/portal/devices/${id}`);
  expect(seen).toContain(`Order ${line?.order_number} of `);
  expect(seen).toMatch(new RegExp(`Ordered with ${line?.order_number} .* by ${person.user.first_name}`));
});

test("the file has what the filters leave, as a spreadsheet reads it", async () => {
  const [person, one, other] = [
    await buyer(),
    await shop.createProduct({ name: 'Prism, "large"', sku: unique("-S") }),
    await shop.createProduct(),
  ];
  const serials = [unique("ONE"), unique("TWO")].toSorted();
  for (const serial of serials) await insertDevice(person.user.org_id, one.id, serial);
  await insertDevice(person.user.org_id, other.id, unique("OTHER"));
  const file = await person.client.fetch(`/portal/devices?format=csv&sort=serial&product_id=${one.id}`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="devices.csv"');
  const [head, ...lines] = (await file.text()).trimEnd().split("\r\n");
  expect(removeQuotes(head)).toMatch(
    /^\uFEFF?Serial number,Name,Site,Tags,Product,SKU,Installed,Newest version,Registered,Verified$/,
  );
  expect(lines).toHaveLength(2);
  for (const [index, line] of lines.entries())
    expect(line).toMatch(
      new RegExp(`^"${serials[index]}",,,"","Prism, ""large""","'-S[^,]*",,,"\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z","no"$`),
    );
  const stranger = await (await signedIn()).client.fetch("/portal/devices?format=csv");
  expect((await stranger.text()).trimEnd().split("\r\n")).toHaveLength(1);
});
