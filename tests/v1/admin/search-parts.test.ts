import { describe, expect, test } from "vitest";
import { searchConsole } from "../../../worker/contract/v1/admin/search.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createSearchFixture, uniqueNumber, signInSearcher } from "./searched.ts";

const { client, search, exactOf } = await signInSearcher();
const { known, rows, person, order, names } = await createSearchFixture();

describe("part of a number or a name finds it", () => {
  test.each([
    ["orders", () => order.order_number.slice(2)],
    ["orders", () => known.po.slice(0, -2)],
    ["invoices", () => known.invoice.slice(2)],
    ["devices", () => rows.serial_number.slice(3)],
    ["organizations", () => names.organization.slice(1)],
    ["people", () => person.email.slice(1, -3)],
    ["people", () => person.last_name.slice(1)],
    ["products", () => names.product.slice(1)],
  ] as const)("%s", async (kind, text) => {
    const group = (await search(text())).find((each) => each.kind === kind);
    expect(group?.count).toBeGreaterThan(0);
    expect(group?.rows.some(({ title }) => title.length > 0)).toBe(true);
  });

  test("five are told with how many there are, what begins like it first, and what is exactly it before all", async () => {
    const word = unique("Zed").replaceAll("-", "");
    const otherNames = ["x", "y", "z", "v", "w"].map((each) => `${each} ${word}`);
    for (const name of [word, `${word} begins`, ...otherNames])
      await query("insert into organizations (name) values ($1)", [name]);
    const [group, ...others] = await search(word.toLowerCase());
    expect(others).toEqual([]);
    expect([group?.kind, group?.count, group?.has_more, group?.rows.length]).toEqual(["organizations", 7, false, 5]);
    expect(group?.rows.slice(0, 2).map(({ title, is_exact }) => [title, is_exact])).toEqual([
      [word, true],
      [`${word} begins`, false],
    ]);
    // The others follow, newest first.
    expect(group?.rows.slice(2).map(({ title }) => title)).toEqual([`w ${word}`, `v ${word}`, `z ${word}`]);
  });

  test("kinds in which something is exactly it come before those that only hold it", async () => {
    const word = unique("Yak").replaceAll("-", "");
    await query("insert into organizations (name) values ($1)", [`${word} Laboratories`]);
    await query("insert into products (name) values ($1)", [word]);
    expect((await search(word)).map(({ kind }) => kind)).toEqual(["products", "organizations"]);
  });

  test("a device that was removed is not found by its serial number", async () => {
    const serial = uniqueNumber("GONE");
    await query("insert into devices (org_id, product_id, serial, is_deleted) values ($1, $2, $3, true)", [
      rows.org_id,
      rows.product_id,
      serial,
    ]);
    expect(await search(serial)).toEqual([]);
  });

  test("a part of an id of the provider finds nothing", async () => {
    for (const id of [known.plan, known.charge, known.customer]) expect(await search(id.slice(0, -2)), id).toEqual([]);
  });

  test("a text of one or two letters finds what is exactly it, and no parts", async () => {
    const [made] = await query<{ id: string }>(
      "insert into organizations (name) values ('ʘz') on conflict do nothing returning id",
    );
    expect(await exactOf("ʘZ")).toEqual([`organizations ${made?.id} name`]);
    expect(await search("ʘ")).toEqual([]);
    expect(await search("or")).toEqual([]);
    expect(await search("---")).toEqual([]);
  });

  test.each(["%%%", "___", "abc%", "\\", "' or 1=1 --"])("takes %j literally", async (text) => {
    expect(await search(`${text}${unique("no")}`)).toEqual([]);
  });
});

test("without a text it is refused, and so is one that is too long", async () => {
  for (const text of ["", "  ", "x".repeat(129)])
    expect((await client.call(searchConsole, { query: { q: text } })).status, text).toBe(400);
});
