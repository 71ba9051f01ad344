import type { Page } from "playwright";
import { impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { query } from "../support/database.ts";
import { expect, phoneViewport, test } from "../support/browser.ts";
import { button, link, openMenu } from "./account/steps.ts";

const widths = [320, 360, 390, 414, 640, 800, 1024, 1440];

const findCollisions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const header = document.querySelector("header");
    const parts = [...(header?.querySelectorAll("a, button, input, .console-word") ?? [])]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest("[popover]"))
      .map((part) => ({ part, box: part.getBoundingClientRect(), name: part.outerHTML.slice(0, 60) }));
    const isInside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
    const frame = header?.getBoundingClientRect() ?? new DOMRect();
    const overflowing = parts
      .filter(({ box }) => !isInside(box, frame) || box.right > innerWidth)
      .map(({ name }) => name);
    const overlapping = parts.flatMap((one, index) =>
      parts.slice(index + 1).flatMap((other) => {
        const isIcon = one.part.matches(".search input") && other.part.matches(".search button");
        const overlaps =
          one.box.left < other.box.right &&
          other.box.left < one.box.right &&
          one.box.top < other.box.bottom &&
          other.box.top < one.box.bottom;
        return overlaps && !isIcon ? [`${one.name} meets ${other.name}`] : [];
      }),
    );
    return parts.length < 3 ? ["the header has no parts"] : [...overflowing, ...overlapping];
  });

async function signInWithLongName(roles: Parameters<typeof signedIn>[0]): Promise<string> {
  const { token, user } = await signedIn(roles);
  await query("update users set first_name = $1, last_name = $1 where id = $2", ["W".repeat(32), user.id]);
  return token;
}

test("no two parts of a header meet, at any width, for visitors and for people", async ({ open }) => {
  const visitor = await open();
  const buyer = await open({ session: await signInWithLongName({ roles: ["org", "buyer", "user"] }) });
  const admin = await open({ session: await signInWithLongName({ roles: ["admin", "user"], is_house: true }) });
  const impersonator = await open({ session: (await impersonating()).token });
  for (const [page, paths] of [
    [visitor, ["/store", "/store/products"]],
    [buyer, ["/store", "/store/cart", "/portal/profile"]],
    [admin, ["/admin"]],
    [impersonator, ["/store"]],
  ] as const) {
    for (const path of paths) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findCollisions(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  }
});

test("from 640 px on the header is one line, and its icons stand beside the name", async ({ open }) => {
  const page = await open({ session: await signInWithLongName({ roles: ["org", "buyer", "user"] }) });
  await page.goto("/portal/subscriptions");
  for (const width of [640, 667, 767, 768, 800, 834, 1023, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const row = await page.locator(".bar").evaluate((bar) => {
      const boxOf = (part: string) => bar.querySelector(part)?.getBoundingClientRect();
      const [cart, name] = [boxOf(".cart-link .icon"), boxOf(innerWidth < 1024 ? ".menu-word" : ".menu-name")];
      return { height: bar.getBoundingClientRect().height, gap: (name?.left ?? 999) - (cart?.right ?? 0) };
    });
    expect(row.height, `${width} px`).toBeLessThan(60);
    expect(row.gap, `${width} px`).toBeLessThanOrEqual(32);
  }
});

test("header, content and footer stand on one left edge", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  for (const path of ["/store", "/portal/orders", "/portal/devices"]) {
    await page.goto(path);
    for (const width of [390, 800, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const leftEdges = await page
        .locator(".bar .logo, main h1, .foot p")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
      expect(leftEdges, `${path} at ${width} px`).toHaveLength(3);
      expect(new Set(leftEdges).size, `${path} at ${width} px: ${leftEdges.join(", ")}`).toBe(1);
    }
  }
});

test("the menu behind the name closes on Escape, on a click beside it and on a choice, and gives the focus back", async ({
  open,
}) => {
  const { token, user } = await signedIn();
  const page = await open({ session: token, javaScriptEnabled: false });
  const panel = page.locator("#person-menu");
  for (const path of ["/store", "/portal"]) {
    await page.goto(path);
    await expect(panel).toBeHidden();
    await openMenu(page);
    await expect(panel).toContainText(user.email);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page.locator(".menu > button")).toBeFocused();
    await openMenu(page);
    await expect(panel).toBeVisible();
    await page.mouse.click(20, 500);
    await expect(panel).toBeHidden();
    await openMenu(page);
    await link(page, "Settings").click();
    await expect(page).toHaveURL(/\/portal\/profile$/);
    await expect(panel).toBeHidden();
  }
});

test("on a phone the menu also leads to the store's parts, and it fits", async ({ open }) => {
  const page = await open({ viewport: phoneViewport, session: (await signedIn()).token });
  await page.goto("/store");
  await openMenu(page);
  const box = await page.locator("#person-menu").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(phoneViewport.width);
  await page.locator("#person-menu").getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL(/\/portal\/orders$/);
});

test("below 1024 px the console's parts are a menu", async ({ open }) => {
  const page = await open({ viewport: phoneViewport, session: (await signedInAdmin()).token });
  await page.goto("/admin");
  await expect(link(page, "Overview")).toBeHidden();
  await button(page, "Parts of the console").click();
  await expect(link(page, "Overview")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link(page, "Overview")).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(link(page, "Overview")).toBeVisible();
});
