import { brotliCompressSync } from "node:zlib";
import { signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";

const name = "Find anything in the console";

test("a number from a paper invoice is found in two keystrokes and a paste", async ({ open }) => {
  const rows = await createOrganizationRows();
  const invoice = unique("CGX").toUpperCase();
  await query("update invoices set stripe_invoice_no = $2 where id = $1", [rows.invoice_id, invoice]);
  const page = await open({ session: (await signedInAdmin()).token });
  for (const key of ["/", "Control+k"]) {
    await page.goto("/admin/organizations");
    await page.locator("h1").click();
    await page.keyboard.press(key);
    await page.keyboard.insertText(invoice);
    await page.keyboard.press("Enter");
    await expect(page, key).toHaveURL(new RegExp(`/admin/invoices/${rows.invoice_id}$`));
  }
});

test("what is typed is suggested by group, chosen by arrow keys or a click, and put away by Escape; no field loses a letter", async ({
  open,
}) => {
  const word = unique("Suggest");
  await query("insert into organizations (name) values ($1), ($2)", [`${word} A`, `${word} B`]);
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto("/admin/organizations");
  const field = page.getByRole("combobox", { name });
  const options = page.getByRole("option");
  await field.fill(word.slice(0, -1));
  await expect(options).toHaveText([new RegExp(`${word} B`), new RegExp(`${word} A`)]);
  await expect(page.getByRole("group", { name: "Organizations" })).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(field).toHaveValue(word.slice(0, -1));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await options.nth(1).getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} A`);
  await page.getByRole("combobox", { name }).fill(word);
  await options.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} B`);
  await page.goto("/admin/organizations");
  const otherField = page.getByLabel("Name, notes or billing email");
  await otherField.focus();
  await otherField.pressSequentially("a/b");
  await expect(otherField).toHaveValue("a/b");
});

test("without script the field finds, on a phone, too; its script weighs at most 4 kB", async ({ open }) => {
  const { name: organization } = await createOrganization();
  const session = (await signedInAdmin()).token;
  const scriptlessPage = await open({ session, javaScriptEnabled: false, viewport: phoneViewport });
  await scriptlessPage.goto("/admin");
  await scriptlessPage.getByRole("searchbox", { name }).fill(organization.toLowerCase());
  await scriptlessPage.keyboard.press("Enter");
  await expect(scriptlessPage.getByRole("heading", { level: 1 })).toHaveText(organization);
  const page = await open({ session });
  await page.goto("/admin");
  const sources = await page.locator("script[src]").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  const searchSources = sources.filter((source) => !source?.includes("/errors-"));
  expect(sources).toHaveLength(2);
  const texts = await Promise.all(
    searchSources.map(async (source) => (await fetch(workerUrl + String(source))).text()),
  );
  expect(texts).toHaveLength(1);
  const importedFiles = [...texts.join("").matchAll(/\bimport\b[^(;]*"\.\/([^"]+)"/g)].map(([, file = ""]) => file);
  expect(importedFiles).toEqual([expect.stringMatching(/^combobox-/)]);
  for (const file of importedFiles) texts.push(await (await fetch(`${workerUrl}/assets/${file}`)).text());
  expect(brotliCompressSync(texts.join("")).length).toBeLessThanOrEqual(4000);
});
