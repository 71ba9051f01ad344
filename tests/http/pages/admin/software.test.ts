import { expect, test } from "vitest";
import { draftNotification, sendDraft } from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { linkPlugin, publishVersion } from "../../../../worker/contract/v1/admin/software.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createSoftware, createSoftwareProduct, createVersion } from "../../../support/software/rows.ts";
import { createGraph } from "../../../support/software/graph.ts";
import { readWords } from "../words.ts";

const { client, user } = await signedInAdmin();
const fullName = `${user.first_name} ${user.last_name}`;
const readHistory = async (path: string) => (await readWords(client, path)).split("History ")[1] ?? "";
const fetchHtml = async (path: string) => (await client.fetch(path)).text();

test("a plugin, its version and a sent notification tell what was done to them, and lead to the rest of it", async () => {
  const [product, other] = [await createSoftwareProduct(), await createSoftwareProduct()];
  const plugin = await createSoftware({ product_id: product.id });
  const version = await createVersion(plugin, { published: null });
  const pluginPath = `/admin/software/${plugin.name}`;
  expect(await readHistory(pluginPath)).toContain("No changes yet.");
  (await client.call(publishVersion, { params: { id: version.id } })).reply();
  (await client.call(linkPlugin, { params: { id: plugin.id }, body: { product_id: other.id } })).reply();
  const historyText = await readHistory(pluginPath);
  expect(historyText).toContain("changed Product of");
  expect(historyText).toContain(fullName);
  expect(await fetchHtml(pluginPath)).toContain(`subject_type=software&amp;subject_id=${plugin.id}`);
  expect(await readHistory(`/admin/software/versions/${version.id}`)).toMatch(new RegExp(`^${fullName} published `));

  const { id: user_id } = await createUser();
  const body = { type: "announcement" as const, payload: { subject: "Closed on Friday", message: "Soon." }, user_id };
  const { id } = (await client.call(draftNotification, { body })).reply();
  const path = `/admin/notifications/${id}`;
  expect(await readHistory(path)).toMatch(new RegExp(`^${fullName} drafted `));
  (await client.call(sendDraft, { params: { id } })).reply();
  expect(await readHistory(path)).toMatch(new RegExp(`^${fullName} wrote to \\d+ (person|people): Closed on Friday`));
  expect(await fetchHtml(path)).toContain(`subject_type=notification&amp;subject_id=${id}`);
});

test("a graph of 40 builds has each box once, none over another, all within the drawing", async () => {
  const { path, names, edges } = await createGraph(40);
  const page = await fetchHtml(path);
  const [, drawingWidth = "", drawingHeight = "", drawing = ""] =
    /<svg viewBox="0 0 (\d+) (\d+)" [^>]*aria-label="[^"]*, drawn">(.*?<\/(?:g|a)>)<\/svg>/s.exec(page) ?? [];
  const boxes = [...drawing.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, ...numbers]) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
      return { left: x, top: y, right: x + width, bottom: y + height };
    },
  );
  expect(boxes).toHaveLength(40);
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom),
  );
  expect(overlaps).toEqual([]);
  for (const { left, top, right, bottom } of boxes) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(Number(drawingWidth));
    expect(bottom).toBeLessThanOrEqual(Number(drawingHeight));
  }
  // each line begins at the right of a box and ends at the left of another
  const lines = [...drawing.matchAll(/<path d="M([\d.]+) ([\d.]+)C[^"]* ([\d.]+) ([\d.]+)"/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  expect(lines).toHaveLength(edges);
  const touches = (x: number | undefined, y: number | undefined, side: "left" | "right") =>
    boxes.some((box) => box[side] === x && (box.top + box.bottom) / 2 === y);
  for (const [x1, y1, x2, y2] of lines)
    expect([touches(x1, y1, "right"), touches(x2, y2, "left")]).toEqual([true, true]);
  const titles = [...drawing.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = ""]) => title);
  for (const name of names) expect(titles.filter((title) => title.startsWith(`${name} `))).toHaveLength(1);
});

test("of two who link a plugin to different products the second is told, sees how it is now, and decides again", async () => {
  const [ownProduct, otherProduct] = [await createSoftwareProduct(), await createSoftwareProduct()];
  const plugin = await createSoftware();
  await createVersion(plugin);
  const pathOf = (product: { id: string }) => `/admin/software/${plugin.name}?kind=plugin&product_id=${product.id}`;
  const openLinkForm = async (path: string) => {
    const page = await fetchHtml(path);
    const [, action = "", formHtml = ""] =
      /<form method="post" action="([^"]*\/link[^"]*)"[^>]*>(.*?)<\/form>/s.exec(page) ?? [];
    const fields = [...formHtml.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    return { page, action: action.replaceAll("&amp;", "&"), fields };
  };
  const send = async ({ action, fields }: { action: string; fields: string[][] }) => {
    const answer = await postForm(client, action, fields);
    expect(answer.status).toBe(303);
    return (answer.headers.get("location") ?? "").replace(/#.*$/, "");
  };
  const fetchProductId = async () =>
    (await query("select product_id from software where id = $1", [plugin.id]))[0]?.["product_id"];
  const linkForms = [await openLinkForm(pathOf(otherProduct)), await openLinkForm(pathOf(ownProduct))] as const;
  expect(linkForms[1].page).toContain("It is currently available to everyone.");
  expect(await fetchHtml(await send(linkForms[0]))).toContain(`comes with ${otherProduct.name} now.`);
  const refusedForm = await openLinkForm(await send(linkForms[1]));
  expect(await fetchProductId()).toBe(otherProduct.id);
  expect(refusedForm.page).toContain("Another user changed this plugin after you opened it, so nothing was linked.");
  expect(refusedForm.page).toContain(`It is bought with ${otherProduct.name} now.`);
  expect(await fetchHtml(await send(refusedForm))).toContain(`comes with ${ownProduct.name} now.`);
  expect(await fetchProductId()).toBe(ownProduct.id);
});

const post = (path: string, fields: Record<string, string> | [string, string][]) => postForm(client, path, fields);

test("firmware is added for products that are found by name, edited, and two who edit it see each other", async () => {
  const [scope, meter] = [await createSoftwareProduct(), await createSoftwareProduct()];
  const name = unique("firmware");
  const typedFields = { name, title: "Scope firmware", author: "CGX", category: "firmware", repository: name };
  const searchFields = { "find.fits_product_ids": scope.name, "sought.fits_product_ids": "" };
  const searchAnswer = await post("/admin/new-software", { ...typedFields, ...searchFields });
  expect(searchAnswer.status).toBe(200);
  const searchHtml = await searchAnswer.text();
  expect(searchHtml).toMatch(new RegExp(`type="checkbox" name="fits_product_ids" value="${scope.id}" checked`));
  expect(searchHtml).toContain('value="Scope firmware"');
  expect(await query("select 1 from software where name = $1", [name])).toEqual([]);
  const refusal = await post("/admin/new-software", { ...typedFields, name: "two words", fits_product_ids: scope.id });
  expect([refusal.status, await refusal.text()]).toEqual([
    422,
    expect.stringContaining("letters, digits, underscores and hyphens"),
  ]);
  const createFields = { ...typedFields, fits_product_ids: scope.id, "sought.fits_product_ids": scope.name };
  const createAnswer = await post("/admin/new-software", createFields);
  expect([createAnswer.status, createAnswer.headers.get("location")]).toEqual([303, `/admin/software/${name}`]);
  const pageText = await readWords(client, `/admin/software/${name}`);
  expect(pageText).toContain("Scope firmware is added. The next import of versions brings its releases.");
  expect(pageText).toContain(`Fits ${scope.name}.`);
  expect(pageText).toContain(`Imported from the repository ${name}.`);
  expect(pageText).toContain("No versions yet.");

  const edit = `/admin/software/${name}/edit`;
  const [, updated_at = ""] = /name="updated_at" value="([^"]+)"/.exec(await fetchHtml(edit)) ?? [];
  const seenFields = { updated_at, "seen.title": "Scope firmware", "seen.fits_product_ids": scope.id };
  const bothProducts: [string, string][] = [
    ...Object.entries({ ...typedFields, ...seenFields }),
    ["fits_product_ids", scope.id],
    ["fits_product_ids", meter.id],
  ];
  expect((await post(edit, bothProducts)).status).toBe(303);
  const row = () => query("select title, fits_product_ids, repository from software where name = $1", [name]);
  expect(await row()).toEqual([{ title: "Scope firmware", fits_product_ids: [scope.id, meter.id], repository: name }]);
  const lateAnswer = await post(edit, {
    ...typedFields,
    ...seenFields,
    title: "Other title",
    fits_product_ids: scope.id,
  });
  const lateHtml = await lateAnswer.text();
  expect(lateAnswer.status).toBe(422);
  expect(lateHtml).toContain("Made for devices of");
  expect(lateHtml).toContain('value="Other title"');
  expect(await readHistory(`/admin/software/${name}`)).toContain("changed Products that it fits of");
});

test("a plugin is let come with Flowpoint, and made for devices of a product", async () => {
  const plugin = await createSoftware();
  const [product] = [await createSoftwareProduct()];
  const confirmHtml = await fetchHtml(`/admin/software/${plugin.name}?kind=plugin&product_id=default`);
  expect(confirmHtml).toContain(`Let ${plugin.title} come with Flowpoint`);
  const [, action = "", updated_at = ""] =
    /action="([^"]*\/link[^"]*)"[^>]*><input type="hidden" name="updated_at" value="([^"]*)"/.exec(confirmHtml) ?? [];
  const linkAnswer = await post(action.replaceAll("&amp;", "&"), { updated_at, product_id: "", is_default: "true" });
  expect(linkAnswer.status).toBe(303);
  const pageText = await readWords(client, `/admin/software/${plugin.name}?kind=plugin`);
  expect(pageText).toContain(`${plugin.title} comes with Flowpoint now.`);
  const path = `/admin/software/plugins/${plugin.id}/products`;
  const [, updatedAt = ""] = /name="updated_at" value="([^"]+)"/.exec(await fetchHtml(path)) ?? [];
  const saveAnswer = await post(path, { updated_at: updatedAt, product_id: "", fits_product_ids: product.id });
  expect(saveAnswer.headers.get("location")).toBe(`/admin/software/${plugin.name}?kind=plugin`);
  expect(
    await query("select is_default, product_id, fits_product_ids from software where id = $1", [plugin.id]),
  ).toEqual([{ is_default: true, product_id: null, fits_product_ids: [product.id] }]);
});
