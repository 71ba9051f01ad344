import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/browser.ts";

const paths = [
  "/design",
  "/design/form",
  "/design/fresh-sign-in",
  "/design/signed-out",
  "/design/list",
  "/design/list?show=results",
  "/design/list?show=none",
  "/design/list?show=empty",
];

for (const colorScheme of ["light", "dark"] as const) {
  const isLight = colorScheme === "light";
  // The color scheme does not affect sizes, so one scheme is measured.
  const titleEnd = `has nothing that axe finds${isLight ? " and fits every window" : ""}`;
  test(`every component, in ${colorScheme}, ${titleEnd}`, async ({ open }) => {
    const page = await open({ colorScheme });
    for (const path of paths) {
      await page.goto(path);
      expect(await findViolations(page), path).toEqual([]);
      for (const width of isLight ? [320, 390, 800, 1440] : []) {
        await page.setViewportSize({ width, height: 900 });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("the selected rows' actions show once a row is selected, and a question closes without an answer", async ({
  open,
}) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto("/design/list");
  const actions = page.getByRole("group", { name: "With the selected rows" });
  await expect(actions).toBeHidden();
  await page.getByRole("checkbox", { name: "Select CGX-100-71000" }).check();
  await expect(actions).toBeVisible();
  await page.goto("/design");
  const cancelButton = page.getByRole("button", { name: "Cancel the order" }).first();
  await cancelButton.click();
  await expect(page.getByRole("dialog")).toContainText("This cannot be undone.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(cancelButton).toBeFocused();
});
