import { describe, expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

const signInBuyer = async () => (await signedIn({ roles: ["buyer", "user"] })).client;

const send = (client: Client, body: string, type = "application/x-www-form-urlencoded", site = "same-origin") =>
  client.fetch("/portal/quick-order", {
    method: "POST",
    headers: { "content-type": type, "sec-fetch-site": site },
    body,
  });
const check = async (client: Client, lines: string) =>
  (await send(client, new URLSearchParams({ lines }).toString())).text();
const offeredQuantities = (html: string): Record<string, number> =>
  Object.fromEntries(
    [...html.matchAll(/name="products\.([\w-]+)" value="(\d+)"/g)].map(([, id = "", count]) => [id, Number(count)]),
  );

describe("a line is read as it was meant, or told", () => {
  test.each([
    ["{sku},3", 3],
    ["{sku};3", 3],
    ["{sku}\t3", 3],
    ["{sku}   3", 3],
    ['"{sku}","3"', 3],
    ["  {sku} , 3 ", 3],
    ["{sku}", 1],
    ["Qty,Part number\n3,{sku}", 3],
    ["SKU;Name;Quantity\n{sku};A lamp, bright;3", 3],
  ])("%j", async (line, quantity) => {
    const sku = unique("SKU").toUpperCase();
    const { id } = await shop.createProduct({ sku });
    expect(offeredQuantities(await check(await signInBuyer(), line.replaceAll("{sku}", sku)))).toEqual({
      [id]: quantity,
    });
  });

  test.each(["{sku},1,000", "{sku},0", "{sku},-1", "{sku},1.5", "{sku},10001", "{sku},1e3", "{sku},=1+1"])(
    "%j is told and offers nothing",
    async (line) => {
      const sku = unique("SKU").toUpperCase();
      await shop.createProduct({ sku });
      const html = await check(await signInBuyer(), line.replaceAll("{sku}", sku));
      expect(offeredQuantities(html)).toEqual({});
      expect(html).toContain("Line 1: ");
    },
  );

  test("a SKU that nobody sells is told by its line, and the others are offered", async () => {
    const sku = unique("SKU").toUpperCase();
    const { id } = await shop.createProduct({ sku });
    const html = await check(await signInBuyer(), `${unique("NONE")},2\n${sku},1`);
    expect(offeredQuantities(html)).toEqual({ [id]: 1 });
    expect(html).toContain("Line 1: No product for sale to you has this SKU.");
  });

  test("a plan is offered once, and not when the organization or an earlier line has it", async () => {
    const sku = unique("PLAN").toUpperCase();
    const { id } = await shop.createPlan({ sku });
    const client = await signInBuyer();
    expect(offeredQuantities(await check(client, `${sku},2`))).toEqual({});
    const repeatedHtml = await check(client, `${sku}\n${sku}`);
    expect(offeredQuantities(repeatedHtml)).toEqual({ [id]: 1 });
    expect(repeatedHtml).toContain("Line 2: Your organization or your cart already has this plan.");
  });

  test("a product without a price at the organization's level is told so", async () => {
    const sku = unique("SKU").toUpperCase();
    await shop.createProduct({ sku, price_levels: { Partner: 100 } });
    expect(await check(await signInBuyer(), sku)).toContain("It has no price for your organization yet.");
  });
});

test("a word is told as no number, unless it ends a SKU, and a mistyped or partial SKU is suggested", async () => {
  const name = unique("Cable");
  const sku = `${unique("M").toUpperCase()}-5`;
  const { id } = await shop.createProduct({ sku, name });
  const client = await signInBuyer();
  const pageText = (await check(client, `${sku.slice(0, -2)} five`)).replaceAll("&#x27;", "'");
  expect(pageText).toContain(
    `Line 1: “five” is not a number. The quantity must be a whole number from 1 to 10,000. Did you mean ${sku}, ${name}?`,
  );
  const mistypedHtml = await check(client, `${sku.slice(0, 4)}Z${sku.slice(5)}, 2`);
  expect(mistypedHtml).toContain(`Line 1: No product for sale to you has this SKU. Did you mean ${sku}, ${name}?`);
  expect(offeredQuantities(mistypedHtml)).toEqual({});
  expect(await check(client, "##, 2")).not.toContain("Did you mean");
  const spacedSku = `${unique("BOX").toUpperCase()} large`.toUpperCase();
  const box = await shop.createProduct({ sku: spacedSku });
  expect(offeredQuantities(await check(client, `${spacedSku.toLowerCase()}\n${spacedSku} 3`))).toEqual({ [box.id]: 4 });
  expect(offeredQuantities(await check(client, `${sku} 2`))).toEqual({ [id]: 2 });
});

test("the example names a product that is sold", async () => {
  const html = await (await (await signInBuyer()).fetch("/portal/quick-order")).text();
  const [, example = ""] = /placeholder="([^",]+), 1/.exec(html) ?? [];
  const [product] = await query("select 1 from products where sku = $1 and is_published and not is_archived", [
    example,
  ]);
  expect(product, example).toBeDefined();
});

test("too much is refused in words: of lines, of bytes, of another kind; nothing at all, too", async () => {
  const client = await signInBuyer();
  const tooManyLines = Array.from({ length: 501 }, (_, n) => `S-${n}`).join("\n");
  expect(await check(client, tooManyLines)).toContain("At most 500 lines can be read at once.");
  const largeAnswer = await send(client, `lines=${"x".repeat(300 * 1024)}`);
  expect([largeAnswer.status, (await largeAnswer.text()).includes("Message too long.")]).toEqual([422, true]);
  for (const [body, type] of [
    ["lines=a", "text/plain"],
    ["not a part", "multipart/form-data; boundary=x"],
  ] as const) {
    const answer = await send(client, body, type);
    expect([type, answer.status, (await answer.text()).includes("This form cannot be read.")]).toEqual([
      type,
      422,
      true,
    ]);
  }
  expect(await check(client, " \n ")).toContain("Check these lines");
});

test("only who may buy orders so, and only from our own pages", async () => {
  const member = (await signedIn()).client;
  expect((await member.fetch("/portal/quick-order")).status).toBe(403);
  expect((await send(member, "lines=a")).status).toBe(403);
  expect((await send(await signInBuyer(), "lines=a", undefined, "cross-site")).status).toBe(403);
});
