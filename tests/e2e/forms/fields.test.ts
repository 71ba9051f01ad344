import type { Page } from "playwright";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, test, desktopViewport } from "../../support/browser.ts";
import { button } from "../account/steps.ts";

const island = (page: Page) => page.getByRole("region", { name: "In the browser" });

test("without script a refused form has all that was typed, however long, and each error at its field", async ({
  open,
}) => {
  const page = await open({ javaScriptEnabled: false });
  const longReason = "Because. ".repeat(2000).trim();
  await page.goto("/design/form");
  const form = page.locator("form").filter({ has: button(page, "Save") });
  await form.getByLabel("Email").fill("ana");
  await form.getByLabel("Seats").fill("many");
  await form.getByLabel("Reason").fill(longReason);
  await form.getByLabel("Manager").check();
  await form.getByLabel("Mail it").check();
  await button(page, "Save").click();
  await expect(page.getByRole("alert")).toContainText("3 problems to fix:");
  for (const [label, value, error] of [
    ["Email", "ana", "Not an email address."],
    ["Seats", "many", "Seats is a whole number."],
    ["Organization", "", "Organization is required."],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveValue(value);
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(error);
    await expect(page.getByRole("alert").getByRole("link", { name: error })).toBeVisible();
  }
  await expect(form.getByLabel("Reason")).toHaveValue(longReason);
  for (const box of ["User", "Manager", "Mail it"]) await expect(form.getByLabel(box)).toBeChecked();
  await form.getByLabel("Email").fill("ana@acme.test");
  await form.getByLabel("Seats").fill("11");
  await form.getByLabel("Organization").selectOption("Acme Robotics");
  await button(page, "Save").click();
  await expect(page.getByRole("alert")).toHaveText("This subscription update is not allowed");
  await form.getByLabel("Seats").fill("10");
  await button(page, "Save").click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(form.getByLabel("Seats")).toHaveValue("");
});

const refusedForms = [
  ["the portal", "/portal/people/invite", /^Invite to/, () => signedIn({ roles: ["user", "org"] })],
  ["the console", "/admin/people/new", /^Add and email/, signedInAdmin],
] as const;

for (const [area, path, save, who] of refusedForms)
  test(`several problems in ${area} are told between heading and form, as wide as the form, by the labels of its fields`, async ({
    open,
  }) => {
    const page = await open({ session: (await who()).token, viewport: desktopViewport });
    await page.goto(path);
    await page.locator("main form").getByRole("button", { name: save }).click();
    const problems = page.getByRole("alert");
    await expect(problems).toContainText("problems to fix:");
    const [heading, told, form] = await Promise.all(
      [page.getByRole("heading", { level: 1 }), problems, page.locator("main form").first()].map((part) =>
        part.boundingBox(),
      ),
    );
    if (!heading || !told || !form) throw new Error("a part is not shown");
    expect(told.y).toBeGreaterThan(heading.y + heading.height);
    expect(told.y + told.height).toBeLessThan(form.y);
    expect([told.x, told.width]).toEqual([form.x, form.width]);
    for (const name of ["Email is required.", "First name is required.", "Last name is required."])
      await expect(problems.getByRole("link", { name, exact: true })).toBeVisible();
  });

test("errors of a select, of boxes and of rows come on Enter and go when they change", async ({ page }) => {
  await page.goto("/design/form");
  const form = island(page);
  await form.getByLabel("Limit").fill("2");
  await form.getByLabel("Limit").press("Enter");
  const site = form.getByLabel("Site", { exact: true });
  await expect(site).toHaveAccessibleDescription("Choose a site.");
  await expect(site).toBeFocused();
  const tests = form.getByRole("group", { name: "Tests" });
  await expect(tests).toHaveAccessibleDescription("Choose at least one test.");
  await expect(form.getByLabel("Quantity 1")).toHaveAccessibleDescription("Quantity is required.");
  await expect(form.getByLabel("Limit")).toHaveAccessibleDescription("From 0 to 1. (optional)");
  await site.selectOption("Berlin");
  await expect(site).toHaveAccessibleDescription("");
  await form.getByLabel("Color").check();
  await expect(tests).toHaveAccessibleDescription("");
  await form.getByLabel("Quantity 1").fill("101");
  await expect(form.getByLabel("Quantity 1")).toHaveAccessibleDescription("");
  await form.getByLabel("Quantity 1").blur();
  await expect(form.getByLabel("Quantity 1")).toHaveAccessibleDescription("From 1 to 100.");
});

test("numbers, days, boxes and rows arrive as what they are, and rows come and go by keyboard", async ({ page }) => {
  await page.goto("/design/form");
  const form = island(page);
  await form.getByLabel("Site", { exact: true }).selectOption("Boston (closed)");
  await form.getByLabel("Gloss").check();
  await form.getByLabel("Color").check();
  await form.getByLabel("Starts on").fill("2026-11-20");
  await form.getByLabel("Quantity 1").fill("5");
  const add = form.getByRole("button", { name: "Add a line" });
  await add.press("Enter");
  await expect(form.getByLabel("Product 2")).toBeFocused();
  await expect(button(page, "Send")).toBeDisabled();
  await form.getByLabel("Product 2").fill("Gate");
  await form.getByLabel("Quantity 2").fill("7");
  await add.press("Enter");
  await form.getByLabel("Product 3").fill("Cable");
  await form.getByLabel("Quantity 3").fill("9");
  await expect(add).toBeDisabled();
  await form.getByRole("button", { name: "Remove line 2" }).press("Enter");
  await expect(form.getByLabel("Product 2")).toBeFocused();
  await expect(form.getByLabel("Product 2")).toHaveValue("Cable");
  await button(page, "Send").click();
  await expect(form.getByLabel("Sent")).toHaveText(
    JSON.stringify({
      site: "closed",
      notes: "",
      tests: ["gloss", "color"],
      limit: null,
      starts_on: "2026-11-20",
      is_urgent: false,
      lines: [
        { product: "", quantity: 5 },
        { product: "Cable", quantity: 9 },
      ],
    }),
  );
  await expect(form.getByLabel("Quantity 2")).toHaveAccessibleDescription("Only 3 are left.");
  await form.getByRole("button", { name: "Remove line 2" }).press("Enter");
  await expect(add).toBeFocused();
  await add.press("Enter");
  await expect(form.getByLabel("Quantity 2")).toHaveAccessibleDescription("");
});

test("a page that the product refuses to show says why", async ({ page }) => {
  const answer = await page.goto("/design/refused");
  expect(answer?.status()).toBe(422);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This cannot be shown");
  await expect(page.getByText("This order has already been paid")).toBeVisible();
});
