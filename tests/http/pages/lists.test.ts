import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";

const folder = join(import.meta.dirname, "../../..");
const addresses = new Map(Object.entries<string>(pages));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
/** Every list that a route file defines by `listRoutes`, with a column that it can be sorted by. */
const lists = globSync("routes/**/*.tsx", { cwd: folder }).flatMap((file) => {
  const [sourceBefore, list] = textOf(file).split(/listRoutes\(\{/);
  if (list === undefined) return [];
  const pathName = /^ {4,6}path: pages\.(\w+),$/m.exec(list)?.[1];
  // columns shared by several screens are in a file beside the list's
  const columnFiles = globSync(`${dirname(file)}/*columns.tsx`, { cwd: folder }).map((each) => textOf(each));
  // Columns shared by all lists are in the kit.
  const kit = textOf("worker/ui/lists/columns.tsx");
  const sort = /sort: "-?(\w+)"/.exec([sourceBefore, list, ...columnFiles, kit].join(" "))?.[1] ?? "";
  return [{ path: addresses.get(pathName ?? "") ?? "", sort, file }];
});

const clients = {
  console: (await signedInAdmin()).client,
  portal: (await signedIn({ roles: ["org", "buyer", "user"] })).client,
};
const clientFor = (path: string): Client => (path.startsWith("/admin") ? clients.console : clients.portal);
const fillPath = (path: string, id: string): string => path.replace(/:org_id|:version/, id);
/** Versions are named by organization ids here, because `fillPath` fills either parameter with one id. */
const createVersionNamed = (version: string) =>
  query("insert into license_agreements (version, html, valid_from) values ($1, 'Text', '2999-01-01')", [version]);
const read = async (path: string) => {
  const answer = await clientFor(path).fetch(path);
  expect(answer.status, path).toBe(200);
  return (await answer.text()).replaceAll("&amp;", "&");
};

test("all lists are found, and each has a page of its own", () => {
  const paths = lists.map(({ path }) => path);
  expect(paths.length).toBeGreaterThanOrEqual(24);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).not.toContain("");
  expect(paths.filter((path) => path.includes(":")).toSorted()).toEqual([
    "/admin/organizations/:org_id/devices",
    "/admin/organizations/:org_id/downloads",
    "/admin/settings/license/versions/:version/agreed",
  ]);
});

describe.each(lists)("the list of $file", ({ path, sort }) => {
  test("keeps what it is narrowed to and sorted by in the address, as a view of its reader, and in its file", async () => {
    const [{ id: one }, { id: other }] = [await createOrganization(), await createOrganization()];
    if (path.includes(":version")) for (const version of [one, other]) await createVersionNamed(version);
    const unmatchedText = `none-${randomUUID()}`;
    const listAddress = (sortField: string) =>
      `${fillPath(path, one)}?search=${unmatchedText}&sort=${sortField}&rows=50`;
    const html = await read(listAddress(sort));
    expect(html, "what is looked for stands in its field").toContain(`value="${unmatchedText}"`);
    expect(html, "as many rows as chosen").toMatch(/name="rows" value="50"/);
    const findSaveForm = (text: string) => /action="(\/portal\/views\?[^"]*)"/.exec(text)?.[1] ?? "";
    const forms = [findSaveForm(html), findSaveForm(await read(listAddress(`-${sort}`)))];
    const form = forms.find((each) => each.includes("sort%3D"));
    expect(form, `sorted by ${sort}, it can be saved: ${forms.join(" ")}`).toBeDefined();
    const name = `View ${unmatchedText.slice(-8)}`;
    const saveAnswer = await postForm(clientFor(path), form ?? "", { name });
    expect(saveAnswer.status).toBe(303);
    expect(saveAnswer.headers.get("location")).toMatch(`${fillPath(path, one)}?`);
    const otherHtml = await read(fillPath(path, other));
    const [, href = ""] = new RegExp(`<a href="([^"]*)"[^>]*>${name}`).exec(otherHtml) ?? [];
    expect(href, "it stands above the list, of another organization, too").toMatch(`${fillPath(path, other)}?`);
    for (const part of [`search=${unmatchedText}`, "sort=", "rows=50"]) expect(href).toContain(part);
    expect(await read(href)).toContain(`Remove the view “${name}”`);

    const file = await clientFor(path).fetch(`${href}&format=csv`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const lines = (await file.text()).trimEnd().split("\r\n");
    expect(lines, "nothing but its head: exactly what is filtered").toHaveLength(1);
    expect(lines[0]).toMatch(/,/);
  });
});

test("of an organization that is not there no list and no file is, and none of its views are kept anywhere", async () => {
  for (const { path } of lists.filter((each) => each.path.includes(":")))
    for (const unknownId of [randomUUID(), "x"])
      for (const formatQuery of ["", "?format=csv"])
        expect((await clients.console.fetch(fillPath(path, unknownId) + formatQuery)).status, path + formatQuery).toBe(
          404,
        );
});

test("a view of more than 999 rows says 999+, the list that it opens counts them all", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  const readView = async () => {
    const html = await (await client.fetch("/portal/notifications")).text();
    return /Unread <span>([^<]*)</.exec(html)?.[1];
  };
  const insert = (count: number) =>
    query(
      `insert into notifications (user_id, type, payload)
       select $1, 'welcome', '{"first_name": "Ada", "last_name": "B"}' from generate_series(1, $2::int)`,
      [user.id, count],
    );
  await insert(999);
  expect(await readView()).toBe("999");
  await insert(3);
  expect(await readView()).toBe("999+");
  expect(await (await client.fetch("/portal/notifications?is_read=false")).text()).toContain("1,002 ");
});

test.each([
  [pages.devices, "Add devices", pages.addDevices],
  [pages.quotes, "See products", pages.products],
  [pages.downloadHistory, "See downloads", pages.downloads],
])("the empty list %s has one way on", async (path, label, href) => {
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  const html = await (await client.fetch(path)).text();
  const main = html.slice(html.indexOf("<main"));
  const buttons = [...main.matchAll(/<a ([^>]*class="button[^>]*)>([^<]*)<\/a>/g)];
  expect(buttons.map(([, , text]) => text)).toEqual([label]);
  expect(buttons[0]?.[1]).toContain(`href="${href}"`);
});

test("the download history leads back to the downloads", async () => {
  const { client } = await signedIn();
  const html = await (await client.fetch(pages.downloadHistory)).text();
  expect(html).toMatch(/<ol class="trail"><li><a href="\/portal\/downloads">Downloads<\/a>/);
});
