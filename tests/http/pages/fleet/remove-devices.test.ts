import { expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createProduct } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../words.ts";
import { insertDevice, listSerials, postSerials, signInBuyer } from "./own-devices.ts";

const foreignMessage = "This Serial Number belongs to another organization.";

const remove = (client: Client, ids: string[]) =>
  postForm(
    client,
    "/portal/devices/remove?product_id=",
    ids.flatMap((id, n) => [
      ["id", id],
      [`name.${id}`, `Device ${n}`],
    ]),
  );

test("several devices are removed at once, each with its entry, and their serial numbers are free again", async () => {
  const [person, product] = [await signInBuyer(), await createProduct()];
  const { org_id } = person.user;
  const serials = [product.serial(), product.serial(), product.serial()];
  const ids = await Promise.all(serials.map((serial) => insertDevice(org_id, product.id, serial)));
  const answer = await remove(person.client, ids.slice(0, 2));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/^\/portal\/devices(\?|$)/);
  expect(await readWords(person.client, "/portal/devices")).toContain("Device 0, Device 1 removed.");
  expect(await listSerials(person)).toEqual(serials.slice(2));
  const entries = await query<{ serial: string }>(
    "select data ->> 'serial' as serial from audit_log where action = 'removeDevice' and org_id = $1",
    [org_id],
  );
  expect(entries.map(({ serial }) => serial).toSorted()).toEqual(serials.slice(0, 2).toSorted());
  expect((await postSerials(person.client, "/portal/devices/add", serials.slice(0, 1))).status).toBe(303);
  expect(await listSerials(person)).toHaveLength(2);
});

function parseUndoForm(html: string) {
  const [, action = "", fields = ""] =
    /<form method="post" action="([^"]+)"[^>]*>((?:(?!<\/form>).)*)Undo<\/button>/s.exec(html) ?? [];
  const inputs = [...fields.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return { action, fields: inputs.map(([, name = "", value = ""]) => [name, value]) };
}

test("several that were removed come back by one Undo, but for those that somebody else has by then", async () => {
  const [person, product] = [await signInBuyer(), await createProduct()];
  const { org_id } = person.user;
  const serials = Array.from({ length: 40 }, product.serial);
  await Promise.all(serials.map((serial) => insertDevice(org_id, product.id, serial)));
  const removeAll = async () => {
    const rows = await query<{ id: string }>("select id from devices where org_id = $1 and not is_deleted", [org_id]);
    await remove(
      person.client,
      rows.map(({ id }) => id),
    );
    expect(await listSerials(person)).toEqual([]);
    return parseUndoForm(await (await person.client.fetch("/portal/devices")).text());
  };
  const undo = async (form: ReturnType<typeof parseUndoForm>) => {
    const answer = await postForm(person.client, form.action, form.fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/devices"]);
    return readWords(person.client, "/portal/devices");
  };
  expect(await undo(await removeAll())).toContain("40 devices were added.");
  expect(await listSerials(person)).toEqual(serials.toSorted());

  const secondUndo = await removeAll();
  const other = await signInBuyer();
  await insertDevice(other.user.org_id, product.id, serials[7] ?? "");
  expect(await undo(secondUndo)).toContain(`39 devices were added. ${serials[7]}: ${foreignMessage}`);
  expect(await listSerials(person)).toHaveLength(39);

  const thirdUndo = await removeAll();
  for (const serial of serials.filter((each) => each !== serials[7]))
    await insertDevice(other.user.org_id, product.id, serial);
  expect(await undo(thirdUndo)).toContain(foreignMessage);
});

test("where one is gone or somebody else's, none is removed, and it is told which", async () => {
  const [person, stranger, product] = [await signInBuyer(), await signInBuyer(), await createProduct()];
  const ownDevice = await insertDevice(person.user.org_id, product.id, product.serial());
  const removedDevice = await insertDevice(person.user.org_id, product.id, product.serial());
  await query("update devices set is_deleted = true where id = $1", [removedDevice]);
  const strangerDevice = await insertDevice(stranger.user.org_id, product.id, product.serial());
  for (const other of [removedDevice, strangerDevice]) {
    const answer = await remove(person.client, [ownDevice, other]);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(
      "Device 1: This device is no longer registered to your organization. None of the 2 was changed.",
    );
    expect(html, "what was selected is told to be as before").toContain("Not changed");
  }
  expect(await listSerials(person)).toHaveLength(1);
  expect(await listSerials(stranger)).toHaveLength(1);
  expect(await (await remove(person.client, [])).text()).toContain("Select at least one device.");
});

test("who only reads selects for downloads alone, and may not remove", async () => {
  const { client, user } = await signedIn();
  const product = await createProduct();
  const id = await insertDevice(user.org_id, product.id, product.serial());
  const html = await (await client.fetch("/portal/devices")).text();
  expect(html).toContain(`/portal/devices/${id}`);
  expect(html).toContain("Download updates");
  for (const action of ["Remove", "Edit"]) expect(html).not.toMatch(new RegExp(`<button[^>]*>${action}<`));
  expect((await remove(client, [id])).status).toBe(403);
  expect(await query("select is_deleted from devices where id = $1", [id])).toEqual([{ is_deleted: false }]);
});
