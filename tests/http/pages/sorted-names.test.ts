import { expect, test } from "vitest";
import { listOrganizations } from "../../../worker/contract/v1/admin/organizations.ts";
import { listAdminProducts } from "../../../worker/contract/v1/admin/products.ts";
import { listUsers } from "../../../worker/contract/v1/admin/users.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { removeQuotes } from "../../support/csv/read-csv.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

/** The expected order: "É" beside "e", 2 before 10, and byte order for texts that differ by accents alone. */
const sortedNames = ["emile", "Émile", "Item 2", "item 10", "Zed"];
const storedNames = ["Zed", "item 10", "Émile", "Item 2", "emile"];
const reversedNames = sortedNames.toReversed();

type ReadPage = (sort: string, offset: number) => Promise<string[]>;

/** Reads two pages of three rows, ascending and descending. */
async function expectSorted(field: string, read: ReadPage) {
  expect([...(await read(field, 0)), ...(await read(field, 3))]).toEqual(sortedNames);
  expect([...(await read(`-${field}`, 0)), ...(await read(`-${field}`, 3))]).toEqual(reversedNames);
}

test("organizations, products and people are sorted as people sort names, over two pages", async () => {
  const { client } = await signedInAdmin();
  const mark = unique("sorted");
  for (const name of storedNames) {
    const { id, org_id } = await createUser();
    await query("update organizations set name = $2 where id = $1", [org_id, `${name} ${mark}`]);
    await query("update users set first_name = $2, last_name = $2, email = $3 where id = $1", [
      id,
      name,
      `${id}@${mark}.test`,
    ]);
    const product = await shop.createProduct();
    await query("update products set name = $2 where id = $1", [product.id, `${name} ${mark}`]);
  }
  const withoutMark = (name: string) => name.replace(` ${mark}`, "");
  const pageQuery = (sort: string, offset: number) => ({ search: mark, sort, limit: "3", offset: String(offset) });
  await expectSorted("name", async (sort, offset) => {
    const rows = (await client.call(listOrganizations, { query: pageQuery(sort, offset) })).reply().data;
    return rows.map(({ name }) => withoutMark(name));
  });
  await expectSorted("name", async (sort, offset) => {
    const rows = (await client.call(listAdminProducts, { query: pageQuery(sort, offset) })).reply().data;
    return rows.map(({ name }) => withoutMark(name));
  });
  for (const field of ["first_name", "last_name"] as const)
    await expectSorted(field, async (sort, offset) => {
      const rows = (await client.call(listUsers, { query: pageQuery(sort, offset) })).reply().data;
      return rows.map((user) => user[field]);
    });
});

test("a file that is read in parts has the same order, each row once", async () => {
  const [{ client }, mark] = [await signedInAdmin(), unique("parts")];
  // more rows than one part of a file holds
  await query(
    "insert into organizations (name) select (array['É', 'e', 'E'])[1 + n % 3] || 'mile ' || n || ' ' || $1 from generate_series(1, 1200) n",
    [mark],
  );
  const file = await (await client.fetch(`/admin/organizations?format=csv&search=${mark}&sort=name`)).text();
  const numbers = removeQuotes(file)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(/mile (\d+) /.exec(line)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
});

test("managers read their people in the same order", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  for (const name of storedNames) {
    const { id } = await createUser({ org_id: user.org_id });
    await query("update users set last_name = $2 where id = $1", [id, name]);
  }
  const html = await (await client.fetch("/portal/people?sort=last_name")).text();
  const positions = sortedNames.map((name) => html.indexOf(`Test ${name}`));
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
});

test("an index answers each order", async () => {
  await createOrganization();
  for (const [index, sql] of [
    ["organizations_by_name", `select id from organizations order by name collate "names", id limit 20`],
    ["users_by_first_name", `select id from users order by first_name collate "names" desc, id desc limit 20`],
    ["users_by_last_name", `select id from users order by last_name collate "names", id limit 20`],
    ["products_by_name", `select id from products order by name collate "names", id limit 20`],
  ] as const) {
    const rows = await query<{ "QUERY PLAN": string }>(`explain ${sql}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
  }
});
