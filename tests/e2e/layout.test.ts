import type { Page } from "playwright";
import { signedIn } from "../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../support/browser.ts";
import { createUser, sha256 } from "../support/factories.ts";
import { sandbox } from "../support/sandbox.ts";
import { button, field, linkFor } from "./account/steps.ts";

declare global {
  var shifts: number[];
}

const accountPaths = ["/sign-in/crunchbox", "/request-account", "/recover-password", "/license-agreement", "/nowhere"];

const coverStyles = (page: Page) =>
  page.locator(".account").evaluate((element) => {
    const { backgroundImage, backgroundSize, backgroundAttachment, backgroundColor, paddingLeft } =
      getComputedStyle(element);
    return { backgroundImage, backgroundSize, backgroundAttachment, backgroundColor, paddingLeft };
  });

test("from 1200 px on the account screens stand 140 px from the left over a fixed cover image", async ({ page }) => {
  for (const path of accountPaths) {
    await page.goto(path);
    for (const width of [1440, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      const cover = await coverStyles(page);
      expect(cover, `${path} at ${width} px`).toMatchObject({
        paddingLeft: "140px",
        backgroundSize: "cover",
        backgroundAttachment: "fixed",
      });
      expect(cover.backgroundImage).toMatch(/^url\(/);
    }
  }
});

test("the cover image is ours and is loaded at 1440 px", async ({ page }) => {
  const imageResponse = page.waitForResponse(
    (response) => response.request().resourceType() === "image" && /cover/.test(response.url()),
  );
  await page.goto("/sign-in/crunchbox");
  expect((await imageResponse).status()).toBe(200);
});

test("below 1200 px the account screens are plain white, without image and padding, and load no image", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1199, height: 900 } });
  const images: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image" && !request.url().endsWith("/favicon.svg")) images.push(request.url());
  });
  for (const path of accountPaths) {
    for (const width of [1199, 800, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const plainStyles = { paddingLeft: "0px", backgroundImage: "none", backgroundColor: "rgb(255, 255, 255)" };
      expect(await coverStyles(page), `${path} at ${width} px`).toMatchObject(plainStyles);
    }
  }
  expect(images).toEqual([]);
});

test("where a person forces colours, no light cover image stands behind them", async ({ open }) => {
  const page = await open({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/sign-in/crunchbox");
  expect(await coverStyles(page)).toMatchObject({ backgroundImage: "none", backgroundColor: "rgb(0, 0, 0)" });
});

test("the account screens stay light in a dark system, the signed-in pages follow it", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token, colorScheme: "dark" });
  const readBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto("/license-agreement");
  expect(await readBackground()).toBe("rgb(255, 255, 255)");
  for (const path of ["/store", "/portal", "/portal/profile"]) {
    await page.goto(path);
    expect(await readBackground(), path).not.toBe("rgb(255, 255, 255)");
  }
});

test("what cannot be shown follows the system, too, to whomever", async ({ open }) => {
  const { token } = await signedIn();
  const hash = sha256(token).toString("hex");
  const fault = { service: "database", kind: "status", value: 503, text: hash, times: 20 } as const;
  for (const [path, title, session] of [
    ["/nowhere", "Page not found", undefined],
    ["/sign-in/crunchbox?redirect_uri=https%3A%2F%2Fevil.example", "This link cannot be followed", token],
    ["/admin", "We will be right back", token],
  ] as const) {
    if (path === "/admin") await sandbox.addFault(fault);
    for (const [colorScheme, paper, ink] of [
      ["dark", "rgb(16, 23, 28)", "rgb(235, 239, 241)"],
      ["light", "rgb(255, 255, 255)", "rgb(16, 23, 28)"],
    ] as const) {
      const page = await open({ session, colorScheme });
      await page.goto(path);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(title);
      await expect(heading).toHaveCSS("color", ink);
      expect(await coverStyles(page), `${path}, ${colorScheme}`).toMatchObject({ backgroundColor: paper });
    }
  }
});

test("nothing moves while a page loads", async ({ open }) => {
  const { token } = await signedIn();
  const page = await open({ session: token });
  const visitor = await open({ viewport: phoneViewport });
  for (const each of [page, visitor]) {
    await each.addInitScript(() => {
      globalThis.shifts = [];
      // The DOM types lack the `value` of layout-shift entries.
      const shiftObserver = new PerformanceObserver((list) =>
        globalThis.shifts.push(...list.getEntries().map((entry) => Number(Reflect.get(entry, "value")))),
      );
      shiftObserver.observe({ type: "layout-shift", buffered: true });
    });
  }
  const links = [
    await linkFor(await createUser(), "verify:email-password-reset"),
    await linkFor(await createUser({ state: "new" }), "verify:user-setup"),
  ];
  for (const [each, paths] of [
    [visitor, [...accountPaths, ...links]],
    [page, ["/store", "/portal/profile", "/flowpoint", "/docs", ...links]],
  ] as const) {
    for (const path of paths) {
      await each.goto(path);
      await each.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      expect(await each.evaluate(() => globalThis.shifts), path).toEqual([]);
    }
  }
});

test("errors take the place that was kept for them: nothing below moves", async ({ page }) => {
  for (const [path, label, submit] of [
    ["/sign-in/crunchbox", "Email Address", "SIGN IN"],
    ["/request-account", "First Name", "Request"],
    ["/recover-password", "Email Address", "ENTER"],
    [await linkFor(await createUser(), "verify:email-password-reset"), "New password", "UPDATE"],
  ] as const) {
    for (const size of [desktopViewport, phoneViewport]) {
      await page.setViewportSize(size);
      await page.goto(path);
      const boxBefore = await button(page, submit).boundingBox();
      await field(page, label).press("Enter");
      await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
      expect(await button(page, submit).boundingBox(), `${path} at ${size.width} px`).toEqual(boxBefore);
    }
  }
});

test("without a wish for motion nothing is animated", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.route("**/v1/sso/password-reset", () => undefined);
  await page.goto("/recover-password");
  await field(page, "Email Address").fill("nobody@example.test");
  await button(page, "ENTER").click();
  await expect(button(page, "ENTER")).toHaveAttribute("aria-busy", "true");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("the footer ends where the page ends, its words stand evenly, and a short tab is a target", async ({ open }) => {
  const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  await page.goto("/portal/notifications?search=none");
  const { footer, column, gaps } = await page.evaluate(() => {
    const textBox = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const links = [...document.querySelectorAll(".foot a")].map(textBox);
    return {
      footer: links.at(-1)?.right ?? 0,
      column: document.querySelector("main h1")?.closest("main")?.getBoundingClientRect().right ?? 0,
      gaps: links.slice(1).map(({ left }, index) => Math.round(left - (links[index]?.right ?? 0))),
    };
  });
  const edge = await page.evaluate(() =>
    parseFloat(getComputedStyle(document.querySelector("main") ?? document.body).paddingRight),
  );
  expect(Math.abs(footer - (column - edge))).toBeLessThanOrEqual(1);
  expect(new Set(gaps).size).toBe(1);
  const tab = page.getByRole("navigation", { name: /^Views of/ }).getByRole("link", { name: "All", exact: true });
  expect((await tab.boundingBox())?.width).toBeGreaterThanOrEqual(32);
});
