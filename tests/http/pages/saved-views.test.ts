import { expect, test } from "vitest";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";

const viewQuery = (list: string, listQuery: string) => new URLSearchParams({ list, query: listQuery });
const save = (client: Client, name: string, listQuery = "status=shipped&sort=total", list = "/portal/orders") =>
  postForm(client, `/portal/views?${viewQuery(list, listQuery)}`, { name });
const read = async (client: Client, path: string) => (await client.fetch(path)).text();
const parseViews = (html: string) => {
  const nav = /<nav [^>]*aria-label="Views of[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
  return [...nav.matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)/g)].map(([, href = "", attributes = "", label = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    label: label.trim(),
    is_current: attributes.includes("aria-current"),
  }));
};

test("what a list is narrowed to is kept under a name, for its person and for that list alone", async () => {
  const { client, user } = await signedIn({ roles: ["org", "buyer", "user"] });
  const viewPath = "/portal/orders?status=shipped&sort=total";
  expect(await read(client, viewPath)).toContain("Save this view");
  for (const usualPath of ["/portal/orders", "/portal/orders?is_unpaid=true"])
    expect(await read(client, usualPath), usualPath).not.toContain("Save this view");
  const answer = await save(client, " On their way ");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, viewPath]);
  const html = await read(client, viewPath);
  expect(html).toContain("“On their way” is now a view of this list.");
  expect(parseViews(html).at(-1)).toEqual({ href: viewPath, label: "On their way", is_current: true });
  expect(parseViews(html).filter(({ is_current }) => is_current)).toHaveLength(1);
  expect(html).not.toContain("Save this view");
  expect(parseViews(await read(client, "/portal/orders")).at(-1)).toMatchObject({
    label: "On their way",
    is_current: false,
  });

  expect(await read(client, "/portal/subscriptions"), "another list").not.toContain("On their way");
  const colleague = (await signedIn({ org_id: user.org_id, roles: ["org", "user"] })).client;
  expect(await read(colleague, "/portal/orders"), "another person").not.toContain("On their way");

  await save(client, "ON THEIR WAY", "status=new");
  const replacedViews = parseViews(await read(client, "/portal/orders")).filter(({ label }) =>
    /on their way/i.test(label),
  );
  expect(replacedViews, "the same name again replaces it").toEqual([
    { href: "/portal/orders?status=new", label: "ON THEIR WAY", is_current: false },
  ]);
});

test("filters that are too long for a view are refused, not dropped", async () => {
  const { client, user } = await signedIn({ roles: ["org", "buyer", "user"] });
  const listQuery = `search=${"x".repeat(1000)}`;
  const answer = await save(client, "Long", listQuery);
  expect(answer.headers.get("location")).toBe(`/portal/orders?${listQuery}`);
  expect(await read(client, "/portal/orders")).toContain("This list has too many filters for a view.");
  expect(await query("select 1 from saved_views where user_id = $1", [user.id])).toEqual([]);
});

test("one is removed where it is shown, and nobody removes another's", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  await save(client, "Mine");
  const [view] = await query<{ id: string }>("select id from saved_views where user_id = $1", [user.id]);
  const id = view?.id ?? "";
  const html = await read(client, "/portal/orders?status=shipped&sort=total");
  expect(html).toContain("Remove the view “Mine”");
  expect(html).toContain(`value="${id}"`);
  const address = `/portal/views/remove?${viewQuery("/portal/orders", "status=shipped")}`;
  await postForm((await signedIn({ org_id: user.org_id, roles: ["org", "user"] })).client, address, { id });
  expect(await query("select 1 from saved_views where id = $1", [id])).toHaveLength(1);
  const answer = await postForm(client, address, { id });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/orders?status=shipped"]);
  expect(await query("select 1 from saved_views where id = $1", [id])).toEqual([]);
});

test("it leads to lists of ours alone, and what no list understands is left out", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  for (const list of ["https://evil.example", "//evil.example", "/portal/orders/:order_id", "javascript:alert(1)"])
    expect((await save(client, "Away", "", list)).headers.get("location")).toBe("/portal");
  await save(client, "Odd", "status=eaten&sort=-total&page=7&limit=9&x=<b>");
  expect(parseViews(await read(client, "/portal/orders")).at(-1)).toMatchObject({
    href: "/portal/orders?sort=-total",
    label: "Odd",
  });
  const refusal = await save(client, " ");
  expect(refusal.status).toBe(303);
  await save(client, "N".repeat(41));
  expect(
    await query("select 1 from saved_views where user_id = $1 and list = '/portal/orders'", [user.id]),
  ).toHaveLength(1);
});

test("twenty of a list are kept, the next one is refused in words", async () => {
  const { client, user } = await signedIn();
  await query(
    `insert into saved_views (user_id, list, name, query)
     select $1, '/portal/orders', 'View ' || n, 'status=new' from generate_series(1, 20) n`,
    [user.id],
  );
  await save(client, "One more");
  expect(await read(client, "/portal/orders?status=shipped&sort=total")).toContain(
    "20 views of a list can be saved. Remove one first.",
  );
  await save(client, "View 20", "status=shipped");
  expect(await query("select 1 from saved_views where user_id = $1", [user.id])).toHaveLength(20);
});

test("administrators keep theirs in the console; who acts as somebody sees and keeps none of theirs", async () => {
  const admin = await signedInAdmin();
  await save(admin.client, "Waiting", "status=pending", "/admin/requests/list");
  expect(parseViews(await read(admin.client, "/admin/requests/list")).at(-1)).toMatchObject({
    href: "/admin/requests/list?status=pending",
    label: "Waiting",
  });
  const { client, customer } = await impersonating();
  await query(
    "insert into saved_views (user_id, list, name, query) values ($1, '/portal/orders', 'Private', 'status=new')",
    [customer.id],
  );
  const html = await read(client, "/portal/orders?status=shipped");
  expect(html).not.toContain("Private");
  expect(html).not.toContain("Save this view");
  expect((await save(client, "Theirs")).status).toBe(403);
  expect(await query("select 1 from saved_views where user_id = $1", [customer.id])).toHaveLength(1);
});

test("its reader chooses how many rows a page has: filters, sorts, pages, views and bulk actions keep it", async () => {
  const { client } = await signedInAdmin();
  const company = unique("Pages");
  await query(
    `insert into account_requests (email, first_name, last_name, org_name)
     select n || '@' || $1 || '.test', 'Ada', 'Number ' || n, $1 from generate_series(1, 60) n`,
    [company],
  );
  const list = "/admin/requests/list";
  const countRows = (html: string) => [...html.matchAll(/aria-label="Select Ada/g)].length;
  const usualHtml = await read(client, `${list}?search=${company}`);
  expect(countRows(usualHtml)).toBe(20);
  expect(usualHtml).toContain(`href="${list}?search=${company}&amp;rows=50"`);
  const viewPath = `${list}?search=${company}&rows=50`;
  const wideHtml = await read(client, viewPath);
  expect(countRows(wideHtml)).toBe(50);
  expect(wideHtml).toContain("1–50 of 60");
  for (const expectedHtml of [
    `${list}?search=${company}&amp;page=2&amp;rows=50`,
    `${list}?search=${company}&amp;sort=email&amp;rows=50`,
    'name="rows" value="50"',
    `/admin/requests/reject?search=${company}&amp;rows=50`,
  ])
    expect(wideHtml, expectedHtml).toContain(expectedHtml);
  expect(countRows(await read(client, `${list}?search=${company}&page=2&rows=50`))).toBe(10);
  expect(countRows(await read(client, `${list}?search=${company}&rows=100`))).toBe(60);
  for (const invalidRows of ["7", "1000", "-1", "x"])
    expect(countRows(await read(client, `${list}?search=${company}&rows=${invalidRows}`)), invalidRows).toBe(20);
  const saveAnswer = await save(client, "Sixty", `search=${company}&rows=50`, list);
  expect(saveAnswer.headers.get("location")).toBe(viewPath);
  expect(parseViews(await read(client, viewPath)).at(-1)).toEqual({ href: viewPath, label: "Sixty", is_current: true });
  const file = await read(client, `${viewPath}&format=csv`);
  expect(file.trimEnd().split("\r\n"), "the file has all of them").toHaveLength(61);
});

test("20 of a list are kept, also when many are saved at once", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  await query(
    "insert into saved_views (user_id, list, name, query) select $1, '/portal/orders', 'V' || n, 'status=new' from generate_series(1, 16) n",
    [user.id],
  );
  await Promise.all(Array.from({ length: 12 }, (_, index) => save(client, `At once ${index}`)));
  expect(await query("select 1 from saved_views where user_id = $1", [user.id])).toHaveLength(20);
});
