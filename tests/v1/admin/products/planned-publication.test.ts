import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  archiveProduct,
  getAdminProduct,
  planProductPublication,
  publishProduct,
} from "../../../../worker/contract/v1/admin/products.ts";
import { schedulePrice } from "../../../../worker/contract/v1/admin/scheduled-prices.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { hold, query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../../../http/pages/words.ts";

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const hourMs = 3_600_000;
const { client } = await signedInAdmin();
const createDraft = (fields: object = {}) => shop.createProduct({ is_published: false, ...fields });
const planPublication = (product_id: string, publish_at: string | null) =>
  client.call(planProductPublication, { params: { product_id }, body: { publish_at } });
const readProduct = async (product_id: string) =>
  (await client.call(getAdminProduct, { params: { product_id } })).reply();
const makeDue = (id: string) =>
  query("update products set publish_at = publish_at - interval '1 day' where id = $1", [id]);
const applyPlans = () => sandbox.runJob("apply-scheduled-prices");
const listActions = async (id: string) =>
  (await query<{ action: string }>("select action from audit_log where subject_id = $1 order by id", [id])).map(
    ({ action }) => action,
  );
const post = (path: string, fields: Record<string, string>) => postForm(client, path, fields);

test("a product with a date is published once, not before, and by itself", async () => {
  const [{ id }, soon] = [await createDraft(), await createDraft()];
  (await planPublication(id, isoIn(hourMs))).reply();
  (await planPublication(soon.id, isoIn(10_000))).reply();
  await applyPlans();
  expect((await readProduct(id)).is_published).toBe(false);
  await makeDue(id);
  await Promise.all([applyPlans(), applyPlans()]);
  expect(await readProduct(id)).toMatchObject({ is_published: true, publish_at: null });
  expect((await listActions(id)).filter((action) => action === "publishPlannedProducts")).toHaveLength(1);
  await expect.poll(async () => (await readProduct(soon.id)).is_published).toBe(true);
});

test("a date is taken back, by hand and by an archive, and forgotten when the product is published before", async () => {
  const [one, other, publishedDraft] = [await createDraft(), await createDraft(), await createDraft()];
  for (const { id } of [one, other, publishedDraft]) (await planPublication(id, isoIn(hourMs))).reply();
  (await planPublication(one.id, null)).reply();
  (await client.call(archiveProduct, { params: { product_id: other.id } })).reply();
  (await client.call(publishProduct, { params: { product_id: publishedDraft.id } })).reply();
  for (const { id } of [one, other, publishedDraft]) expect((await readProduct(id)).publish_at).toBeNull();
  expect(await listActions(one.id)).toEqual(["planProductPublication", "planProductPublication"]);
});

test("a blocked product waits until what blocks it is mended, and its page says so", async () => {
  const { id } = await createDraft({ price_levels: {} });
  (await planPublication(id, isoIn(hourMs))).reply();
  await makeDue(id);
  await applyPlans();
  expect((await readProduct(id)).is_published).toBe(false);
  expect(await readWords(client, `/admin/products/${id}`)).toContain("It is published once nothing above prevents it.");
  await query(`update products set price_levels = '{"Base Price": 900}' where id = $1`, [id]);
  await applyPlans();
  expect((await readProduct(id)).is_published).toBe(true);
});

test("a product whose first price begins at its date is published by itself, too", async () => {
  const { id } = await createDraft({ price_levels: {} });
  const starts_at = isoIn(5000);
  const body = { level: "Base Price", price: 900, starts_at };
  (await client.call(schedulePrice, { params: { product_id: id }, body })).reply();
  const lock = await hold("select 1 from scheduled_prices where product_id = $1 for update", [id]);
  (await planPublication(id, starts_at)).reply();
  await expect.poll(async () => (await lock.waiting()).length, { interval: 10 }).toBeGreaterThan(0);
  await lock.release();
  await expect.poll(async () => (await readProduct(id)).is_published).toBe(true);
});

test("a date in the past, an unknown, a published and an archived product are refused", async () => {
  const { id } = await createDraft();
  const past = await planPublication(id, isoIn(-1000));
  expect([past.status, past.problems]).toEqual([400, ["publish_at: A publication starts in the future."]]);
  expect((await planPublication(randomUUID(), isoIn(hourMs))).errcode).toBe("PRODUCT_NOT_FOUND");
  expect((await planPublication((await shop.createProduct()).id, isoIn(hourMs))).errcode).toBe(
    "PRODUCT_ALREADY_PUBLISHED",
  );
  const archived = await createDraft({ is_archived: true });
  expect((await planPublication(archived.id, isoIn(hourMs))).errcode).toBe("PRODUCT_ALREADY_ARCHIVED");
});

test("the form of the page sets the date, keeps what was typed when it is refused, and takes it back", async () => {
  const { id } = await createDraft();
  const path = `/admin/products/${id}`;
  expect(await (await post(`${path}/publish-at`, { day: "2020-02-03", time: "09:30" })).text()).toContain(
    'value="2020-02-03"',
  );
  expect((await post(`${path}/publish-at`, { day: "", time: "" })).status).toBe(422);
  expect((await post(`${path}/publish-at`, { day: "2099-02-03", time: "09:30" })).headers.get("location")).toBe(path);
  expect((await readProduct(id)).publish_at).toBe("2099-02-03T09:30:00.000Z");
  expect(await readWords(client, path)).toContain("The date is set.");
  await post(`${path}/publish-at`, {});
  expect((await readProduct(id)).publish_at).toBeNull();
});

test("the question before a publication names what customers would miss", async () => {
  const { id } = await createDraft({ type: "hardware", main_image: null, short_description: null, category: null });
  const pageText = await readWords(client, `/admin/products/${id}`);
  for (const missing of ["a picture", "a short description", "a category", "a pattern of serial numbers"])
    expect(pageText).toContain(missing);
  expect(pageText).toContain("Publish without them");
  await query(
    `update products set main_image = '/a.png', short_description = 'Small', category = 'Lamps', patterns = array['X-1'],
      price_levels = (select jsonb_object_agg(name, 100) from price_levels) || '{"Base Price": 100}' where id = $1`,
    [id],
  );
  const [, question] = (await readWords(client, `/admin/products/${id}`)).split("at once.");
  // Other tests add price levels meanwhile, so the question may name missing prices.
  expect(question?.split("Cancel")[0]).not.toMatch(/a picture|a short description|a category|a pattern/);
});
