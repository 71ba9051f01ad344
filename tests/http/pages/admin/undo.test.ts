import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";
import { createOrganizationRows } from "../../organization-rows.ts";
import { readWords } from "../words.ts";

/** Runs a bulk action of a list; returns the address of the list and a function that undoes the action. */
async function act(client: Client, path: string, ids: readonly string[], extraFields: [string, string][] = []) {
  const answer = await postForm(client, path, [...ids.map((id): [string, string] => ["id", id]), ...extraFields]);
  expect(answer.status, path).toBe(303);
  const list = answer.headers.get("location") ?? "";
  const html = await (await client.fetch(list)).text();
  const [, action = ""] = new RegExp(`action="(${path.replace(/\?.*/, "")}/undo[^"]*)"`).exec(html) ?? [];
  const [, request_id = ""] = /name="request_id" value="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(">Undo</button>");
  const undo = (by = client) => postForm(by, action.replaceAll("&amp;", "&"), [["request_id", request_id]]);
  return { list, undo };
}

const refusal = "This can no longer be undone";
const publishDate = new Date(Date.now() + 90 * 86_400_000).toISOString();

test("publishing, unpublishing and archiving products is undone together with the date of publication and what NetSuite archived", async () => {
  const { client } = await signedInAdmin();
  const products = await Promise.all([1, 2].map(() => shop.createProduct({ is_published: false })));
  const ids = products.map(({ id }) => id);
  await query("update products set publish_at = $2, is_retired = true where id = $1", [ids[0], publishDate]);
  const fetchStates = async () =>
    JSON.stringify(
      await query(
        `select is_published, is_archived, is_retired, publish_at is null as no_date
         from products where id = any($1) order by id`,
        [ids],
      ),
    );
  for (const verb of ["publish", "unpublish", "archive"]) {
    if (verb === "unpublish")
      await postForm(
        client,
        "/admin/products/publish",
        ids.map((id) => ["id", id]),
      );
    const before = await fetchStates();
    const { list, undo } = await act(client, `/admin/products/${verb}?search=undo`, ids);
    expect(list).toBe("/admin/products?search=undo");
    expect(await fetchStates()).not.toBe(before);
    const undoAnswer = await undo();
    expect([undoAnswer.status, undoAnswer.headers.get("location")]).toEqual([303, list]);
    expect(await readWords(client, list)).toContain("The change was undone.");
    expect(await fetchStates(), verb).toBe(before);
    await undo();
    expect(await readWords(client, list), "a second click").toContain(refusal);
    expect(await fetchStates()).toBe(before);
  }
  const acts = await query<{ action: string }>("select action from audit_log where subject_id = $1 order by id", [
    ids[0],
  ]);
  expect(acts.map(({ action }) => action)).toEqual([
    "publishProduct",
    "unpublishProduct",
    "publishProduct",
    "unpublishProduct",
    "publishProduct",
    "archiveProduct",
    "unarchiveProduct",
  ]);
});

test("organizations get the level back that each had, but not once one has another, and not from somebody else", async () => {
  const [{ client }, other] = [await signedInAdmin(), await signedInAdmin()];
  const [first, second, third] = [unique("First"), unique("Second"), unique("Third")];
  for (const name of [first, second, third]) await query("insert into price_levels (name) values ($1)", [name]);
  const [one, two] = [await createOrganization(), await createOrganization()];
  await query("update organizations set price_level_name = $2 where id = $1", [one.id, first]);
  const fetchLevels = async () =>
    (
      await query<{ level: string | null }>(
        "select price_level_name as level from organizations where id = any($1) order by id",
        [[one.id, two.id]],
      )
    ).map(({ level }) => level);
  const set = () => act(client, "/admin/organizations/price-level", [one.id, two.id], [["price_level_name", second]]);
  const { list, undo } = await set();
  expect(await fetchLevels()).toEqual([second, second]);
  await undo(other.client);
  expect(await readWords(other.client, list)).toContain(refusal);
  await undo();
  expect(await fetchLevels()).toEqual([first, null]);

  const secondAct = await set();
  await query("update organizations set price_level_name = $2 where id = $1", [two.id, third]);
  await secondAct.undo();
  expect(await readWords(client, list)).toContain(refusal);
  expect(await fetchLevels(), "all or none").toEqual([second, third]);
});

test("invoices that were flagged to be exported again are not, unless the export took one", async () => {
  const { client } = await signedInAdmin();
  const [one, two, flaggedBefore] = await Promise.all([1, 2, 3].map(() => createOrganizationRows()));
  const ids = [one, two, flaggedBefore].flatMap((rows) => rows?.invoice_id ?? []);
  await query("update invoices set is_net_suite_sync_needed = (id = $2) where id = any($1)", [ids, ids[2]]);
  const listFlagged = async () =>
    (await query<{ id: string }>("select id from invoices where id = any($1) and is_net_suite_sync_needed", [ids])).map(
      ({ id }) => id,
    );
  const { list, undo } = await act(client, "/admin/invoices/sync-needed", ids);
  expect(await listFlagged()).toHaveLength(3);
  await undo();
  expect(await listFlagged(), "what was flagged before stays").toEqual([ids[2]]);

  const secondAct = await act(client, "/admin/invoices/sync-needed", ids);
  await query("update invoices set is_net_suite_sync_needed = false where id = $1", [ids[0]]);
  await secondAct.undo();
  expect(await readWords(client, list)).toContain(refusal);
  expect(await listFlagged()).toHaveLength(2);
});

test.each([
  ["/admin/invoices", "Mail reminders of the selected invoices?"],
  ["/admin/device-claims", "Verify the selected devices?"],
  ["/admin/people", "Inactivate the selected users?"],
])("%s asks before what cannot be undone", async (path, question) => {
  const rows = await createOrganizationRows();
  await query("update devices set verified_by = null where org_id = $1", [rows.org_id]);
  expect(await readWords((await signedInAdmin()).client, path)).toContain(question);
});
