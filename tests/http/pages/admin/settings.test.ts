import { describe, expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { findFreeCountry } from "../../../support/shipping/rates.ts";
import { readWords } from "../words.ts";

test("the rail leads to the settings, which lists what can be set and how it is set now", async () => {
  const { client } = await signedInAdmin();
  const html = await (await client.fetch("/admin/settings")).text();
  expect(html).toMatch(/href="\/admin\/settings"[^>]*aria-current="page"/);
  const entries = [...html.matchAll(/<td class="name[^"]*"><div[^>]*><a href="(\/admin\/settings\/[^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(entries).toContain("/admin/settings/shipping-rates?sort=country");
  for (const href of entries) expect([href, (await client.fetch(href ?? "")).status]).toEqual([href, 200]);
  expect(await readWords(client, "/admin/settings")).toMatch(/Shipping rates .* \d+ rates/);
});

test.each([["org"], ["buyer"], ["user"]] as const)("the settings are not for the role %s", async (role) => {
  const { client } = await signedIn({ roles: [...new Set([role, "user" as const])] });
  for (const path of ["/admin/settings", "/admin/settings/shipping-rates"])
    expect([path, (await client.fetch(path)).status]).toEqual([path, 404]);
});

describe("shipping rates by form", () => {
  const list = "/admin/settings/shipping-rates";

  test("one is added in dollars, changed, switched off and on, and deleted after a question", async () => {
    const [{ client }, country] = [await signedInAdmin(), await findFreeCountry()];
    const form = await (await client.fetch(`${list}/new`)).text();
    const name = new RegExp(`<option value="${country}"[^>]*>([^<]*)<`).exec(form)?.[1] ?? "";
    const fields = { country, option: "Ground", price: "$1,234.5", free_from: "", days_min: "2", days_max: "4" };
    const addAnswer = await postForm(client, `${list}/new`, { ...fields, is_active: "true" });
    expect([addAnswer.status, addAnswer.headers.get("location")]).toEqual([303, `${list}?sort=country`]);
    expect(await readWords(client, `${list}?country=${country}`)).toContain(`Added Ground, ${name}.`);
    const read = () =>
      query<{ id: string; price: number; free_from: number | null; is_active: boolean; updated_at: string }>(
        "select id, price::int, free_from::int, is_active from shipping_rates where country = $1",
        [country],
      );
    const [rate] = await read();
    expect(rate).toMatchObject({ price: 1234_50, free_from: null, is_active: true });
    const path = `${list}/${rate?.id}`;
    const html = await (await client.fetch(path)).text();
    expect(html).toMatch(/name="price"[^>]*value="1234.50"/);
    expect(html).toContain(`Delete Ground, ${name}?`);
    const updated_at = /name="updated_at" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const changedFields = { ...fields, price: "20", free_from: "500.00", is_active: "true", updated_at };
    expect((await postForm(client, path, changedFields)).status).toBe(303);
    expect(await read()).toMatchObject([{ price: 20_00, free_from: 500_00, is_active: true }]);
    // the second of two administrators sees the first one's changes
    const lateAnswer = await postForm(client, path, { ...changedFields, price: "30", "seen.price": "1234.50" });
    expect(lateAnswer.status).toBe(422);
    const lateHtml = await lateAnswer.text();
    for (const text of ["Is there now", "20.00", 'value="30"']) expect(lateHtml).toContain(text);
    for (const [is_active, text] of [
      ["false", "Ground is switched off and no longer offered."],
      ["true", "Ground is offered again."],
    ] as const) {
      expect((await postForm(client, `${path}/switch`, { is_active })).headers.get("location")).toBe(path);
      expect(await readWords(client, path)).toContain(text);
      expect(await read()).toMatchObject([{ is_active: is_active === "true" }]);
    }
    expect((await postForm(client, `${path}/delete`, {})).headers.get("location")).toBe(`${list}?sort=country`);
    expect(await readWords(client, `${list}?sort=country`)).toContain(`Deleted Ground, ${name}.`);
    expect(await read()).toEqual([]);
    expect((await client.fetch(path)).status).toBe(404);
  });

  test("what is wrong is told at its field, and what was typed stays", async () => {
    const [{ client }, country] = [await signedInAdmin(), await findFreeCountry()];
    const validFields = { country, option: "Ground", price: "10", free_from: "", days_min: "", days_max: "" };
    expect((await postForm(client, `${list}/new`, validFields)).status).toBe(303);
    for (const [wrong, text] of [
      [{ price: "ten" }, "Price must be an amount in dollars from 0.00 to $999,999.99, as 12.50."],
      [{ price: "" }, "Price must be an amount in dollars from 0.00 to $999,999.99, as 12.50."],
      [{ option: "" }, "Option is required."],
      [{ option: "GROUND" }, "This country already has a shipping option with this name"],
      [{ days_min: "3" }, "Tell both days, or neither."],
      [{ days_min: "3", days_max: "2" }, "The latest day must not come before the soonest."],
      [{ days_min: "x", days_max: "2" }, "Must be a whole number of business days from 0 to 365, or null."],
    ] as const) {
      const answer = await postForm(client, `${list}/new`, {
        ...validFields,
        option: "Other",
        free_from: "77.70",
        ...wrong,
      });
      const html = await answer.text();
      expect([answer.status, html.includes(text), html.includes('value="77.70"')], text).toEqual([422, true, true]);
    }
    expect(await query("select 1 from shipping_rates where country = $1", [country])).toHaveLength(1);
  });
});
