import { expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { createProduct, createUser, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";
import { insertDevice, listSerials, postSerials, signInBuyer } from "./own-devices.ts";

const foreignMessage = "This Serial Number belongs to another organization.";
const unknownMessage = "There is no device with this serial number.";

const lookUpPath = (serials: string[]) =>
  `/portal/devices/add?${new URLSearchParams({ serials: serials.join("\r\n") })}`;

test("one serial number shows its product before it is added, and its page after", async () => {
  const [person, product] = [
    await signInBuyer(),
    await shop.createProduct({ name: unique("Prism"), patterns: ["PRISM-\\d+"] }),
  ];
  const { client } = person;
  const serial = `PRISM-${Date.now()}`;
  expect(await readWords(client, "/portal/devices/add")).not.toContain("Add ".concat(product.name));
  const pageText = await readWords(client, lookUpPath([serial]));
  expect(pageText).toContain(`Serial number ${serial}`);
  expect(pageText).toContain(`Add ${product.name} to `);
  expect(await listSerials(person), "nothing is added by looking").toEqual([]);
  const answer = await postSerials(client, "/portal/devices/add", [serial]);
  expect(answer.status).toBe(303);
  const location = answer.headers.get("location") ?? "";
  expect(location).toMatch(/^\/portal\/devices\/[0-9a-f-]{36}$/);
  const deviceText = await readWords(client, location);
  expect(deviceText).toContain(`${serial} was added.`);
  expect(deviceText).toContain(product.name);
  expect(deviceText).toMatch(new RegExp(`Registered .* by ${person.user.first_name} ${person.user.last_name}`));
});

test("a serial number that cannot be added says why in the words of the specification", async () => {
  const [person, other, product] = [await signInBuyer(), await signInBuyer(), await createProduct()];
  const [ownSerial, otherSerial] = [product.serial(), product.serial()];
  const id = await insertDevice(person.user.org_id, product.id, ownSerial);
  await insertDevice(other.user.org_id, product.id, otherSerial);
  const { client } = person;
  expect(await readWords(client, lookUpPath([otherSerial.toLowerCase()]))).toContain(foreignMessage);
  expect(await readWords(client, lookUpPath([unique("NONE").slice(0, 20)]))).toContain(unknownMessage);
  expect(await readWords(client, lookUpPath(["X_1"]))).toContain(`X_1: ${unknownMessage}`);
  expect(await readWords(client, lookUpPath(["X".repeat(33)]))).toContain(
    "CGX Serial number must be at most 32 characters.",
  );
  expect(await readWords(client, lookUpPath([ownSerial]))).toContain("Already among your devices.");
  const tooManySerials = Array.from({ length: 101 }, (_, index) => `N-${index}`);
  expect(await readWords(client, lookUpPath(tooManySerials))).toContain(
    "Paste at most 100 serial numbers at a time; these are 101.",
  );
  // The button of a page that was loaded earlier is refused, too.
  const refusal = await postSerials(client, "/portal/devices/add", [otherSerial]);
  expect([refusal.status, refusal.headers.get("location")]).toEqual([303, "/portal/devices"]);
  expect(await readWords(client, "/portal/devices")).toContain(foreignMessage);
  expect(await readWords(client, `/portal/devices/${id}`)).toContain(ownSerial);
  await readWords(other.client, `/portal/devices/${id}`, { status: 404 });
});

test("several serial numbers get a result each, and those that can be are added with one mail", async () => {
  const [person, other, product] = [await signInBuyer(), await signInBuyer(), await createProduct()];
  const manager = await createUser({ org_id: person.user.org_id, roles: ["org", "user"] });
  const [ownSerial, otherSerial, ...free] = [...new Set(Array.from({ length: 9 }, () => product.serial()))];
  await insertDevice(person.user.org_id, product.id, ownSerial ?? "");
  await insertDevice(other.user.org_id, product.id, otherSerial ?? "");
  const typedSerials = [
    ...free,
    ownSerial ?? "",
    otherSerial ?? "",
    "NONE-1",
    "no_serial",
    (free[0] ?? "").toLowerCase(),
  ];
  const text = await readWords(person.client, lookUpPath(typedSerials));
  expect(text).toContain(`${free.length} of ${free.length + 4} can be added.`);
  expect(text).toContain(`Add ${free.length} devices to `);
  for (const [serial, expectedMessage] of [
    [ownSerial, "Already among your devices."],
    [otherSerial, foreignMessage],
    ["NONE-1", unknownMessage],
    ["no_serial", unknownMessage],
  ])
    expect(text).toMatch(new RegExp(`${serial}[^.]*? ${expectedMessage}`));
  await insertDevice(other.user.org_id, product.id, free[1] ?? "");
  const answer = await postSerials(person.client, "/portal/devices/add", free);
  expect(answer.headers.get("location")).toBe("/portal/devices");
  const textAfter = await readWords(person.client, "/portal/devices");
  expect(textAfter).toContain(`${free.length - 1} devices were added. ${free[1]}: ${foreignMessage}`);
  expect(await listSerials(person)).toEqual([ownSerial, ...free.filter((serial) => serial !== free[1])].toSorted());
  const mail = await sandbox.waitForMail(manager.email, "Devices were added to your organization");
  expect(mail.text).toContain(`and ${free.length - 2} other devices were added`);
  const sentMails = await query("select 1 from outbox where user_id = $1 and type = 'deviceAdded'", [manager.id]);
  expect(sentMails).toHaveLength(1);
});

test("a removed device leaves the list, and comes back by Undo", async () => {
  const [person, product] = [await signInBuyer(), await createProduct()];
  const serial = product.serial();
  const id = await insertDevice(person.user.org_id, product.id, serial);
  const removeAnswer = await postForm(person.client, `/portal/devices/${id}/remove`, { serial });
  expect([removeAnswer.status, removeAnswer.headers.get("location")]).toEqual([303, "/portal/devices"]);
  expect(await readWords(person.client, "/portal/devices")).toMatch(
    new RegExp(`${serial} was removed. Undo Devices 0 devices`),
  );
  expect(await listSerials(person)).toEqual([]);
  await postSerials(person.client, "/portal/devices/add", [serial]);
  expect(await listSerials(person)).toEqual([serial]);
});

test("who is neither buyer nor manager reads everything and is told who adds and removes", async () => {
  const [person, product] = [await signInBuyer(), await createProduct()];
  const serial = product.serial();
  const id = await insertDevice(person.user.org_id, product.id, serial);
  const { client } = await signedIn({ org_id: person.user.org_id });
  for (const path of ["/portal/devices", `/portal/devices/${id}`]) {
    const pageText = await readWords(client, path);
    expect(pageText).toContain(serial);
    const { first_name, last_name } = person.user;
    expect(pageText).toContain("add and remove devices.");
    expect(pageText).toContain(`${first_name} ${last_name} can do it for you`);
    expect(pageText).toMatch(/ Ask (CGX for the role|\w+)/);
    expect(pageText).not.toMatch(/Add devices|Remove /);
  }
  expect((await client.fetch("/portal/devices/add")).status).toBe(403);
  expect((await postSerials(client, "/portal/devices/add", [product.serial()])).status).toBe(403);
  expect((await postSerials(client, `/portal/devices/${id}/remove`)).status).toBe(403);
  expect(await listSerials(person)).toEqual([serial]);
});

test("the list is narrowed to a product of the fleet, and says so", async () => {
  const [person, one, other] = [await signInBuyer(), await shop.createProduct(), await shop.createProduct()];
  const serials = [unique("ONE"), unique("TWO"), unique("OTHER")];
  for (const [index, serial] of serials.entries())
    await insertDevice(person.user.org_id, index < 2 ? one.id : other.id, serial);
  const allText = await readWords(person.client, "/portal/devices");
  expect(allText).toContain("3 devices");
  for (const option of ["Every product", `${one.name} (2)`, `${other.name} (1)`]) expect(allText).toContain(option);
  const filteredText = await readWords(person.client, `/portal/devices?product_id=${other.id}`);
  expect(filteredText).toContain("1 device ");
  expect(filteredText).toContain(`Product: ${other.name} (1)`);
  expect(filteredText).not.toContain(serials[0]);
  const html = await (await person.client.fetch(`/portal/devices?product_id=${other.id}`)).text();
  const [, deviceHref = ""] = /class="name[^"]*"><div[^>]*><a href="([^"]+)"/.exec(html) ?? [];
  const deviceHtml = await (await person.client.fetch(deviceHref.replaceAll("&amp;", "&"))).text();
  expect(deviceHtml, "the way back keeps the filter").toContain(`href="/portal/devices?product_id=${other.id}"`);
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
  const pageText = await readWords(person.client, `/portal/devices/${id}`);
  expect(pageText).toContain(`Order ${line?.order_number} of `);
  expect(pageText).toMatch(new RegExp(`Ordered with ${line?.order_number} .* by ${person.user.first_name}`));
});

test("the file has what the filters leave, as a spreadsheet reads it", async () => {
  const [person, one, other] = [
    await signInBuyer(),
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
  const strangerAnswer = await (await signedIn()).client.fetch("/portal/devices?format=csv");
  expect((await strangerAnswer.text()).trimEnd().split("\r\n")).toHaveLength(1);
});
