import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique, uniqueEmail } from "../../support/factories.ts";
import { button, field } from "../account/steps.ts";
import { expect } from "../../support/browser.ts";
import { type State, openPath, openAndAct } from "./state.ts";

const unknownLink = "00000000-0000-4000-8000-000000000000/ABC123";

const createBuyer = () => signedIn({ roles: ["buyer", "user"] });

export async function createFleetManager() {
  const manager = await signedIn({ roles: ["org", "user"] });
  await query(
    `insert into devices (org_id, product_id, serial)
     select $1, p.id, left(upper($2) || '-' || lpad(n::text, 5, '0'), 32)
     from generate_series(1, 45) n
       join lateral (select id from products where main_image is not null order by length(name) desc, id offset n % 5 limit 1) p on true`,
    [manager.user.org_id, unique("F")],
  );
  // The first row is a device with software.
  await query(
    "insert into devices (org_id, product_id, serial) select $1, id, $2 from products where sku = 'CGX-SP100'",
    [manager.user.org_id, unique("S")],
  );
  return manager;
}

export const otherStates: State[] = [
  {
    name: "email link, expired",
    reach: openPath(`/verify-email/${unknownLink}`),
    lines: [
      "Your link has expired",
      "Please contact support to resend the verification email, or log in and update the email.",
      "GO TO LOGIN PAGE",
    ],
  },
  {
    name: "link that stops an email change, before the press",
    reach: openPath(`/stop-email-change/${unknownLink}`),
    lines: [
      "Stop the change of your email address?",
      "Press the button if you did not ask for the change. Your account then keeps its previous email address, and you are signed out everywhere.",
      "Stop the change",
    ],
  },
  {
    name: "link that stops an email change, dead",
    reach: openAndAct(
      `/stop-email-change/${unknownLink}`,
      (page) => button(page, "Stop the change").click(),
      "This link no longer works",
    ),
    lines: ["This link no longer works", "Please contact support if you did not ask for the change."],
  },
  {
    name: "link that stops a recovery, before the press",
    reach: openPath(`/stop-recovery/${unknownLink}`),
    lines: [
      "Keep your second step?",
      "Somebody told support that your passkeys, authenticator app and backup codes are lost. If it was not you, press the button, and nothing is removed.",
      "Stop it",
    ],
  },
  {
    name: "link that finishes a recovery, dead",
    reach: openPath(`/finish-recovery/${unknownLink}`),
    lines: [
      "This link no longer works",
      "It works once, for 24 hours, and not after a new password. Sign in, or ask support for a new link.",
      "Please contact support if you cannot sign in.",
    ],
  },
  { name: "accessibility statement", reach: openPath("/accessibility") },
  { name: "license agreement", reach: openPath("/license-agreement") },
  { name: "license agreement, signed in", who: signedIn, reach: openPath("/license-agreement") },
  { name: "desktop hand-off", who: signedIn, reach: openPath("/flowpoint") },
  { name: "terms of sale", reach: openPath("/store/legal/terms") },
  { name: "not found in the store", reach: openPath("/store/nowhere") },
  { name: "console refused", who: signedIn, reach: openPath("/sign-in/crunchbox-admin?redirect_uri=%2Fadmin") },
];

/** Errors outside of store, portal and console. */
export const problemStates: State[] = [
  {
    name: "not found",
    reach: openPath("/nowhere"),
    lines: ["Page not found", "The address may be mistyped, or the page may have moved.", "Go to home"],
  },
  {
    name: "link refused",
    who: signedIn,
    reach: openPath("/sign-in/crunchbox?redirect_uri=https%3A%2F%2Fevil.example"),
  },
];

export const signedInStates: State[] = [
  { name: "store", who: signedIn, reach: openPath("/store") },
  { name: "search of a person", who: signedIn, reach: openPath("/portal/search?search=spectra") },
  { name: "search that finds nothing", who: signedIn, reach: openPath("/portal/search?search=nothing-like-it") },
  { name: "quick order", who: createBuyer, reach: openPath("/portal/quick-order") },
  {
    name: "quick order, nothing of it known",
    who: createBuyer,
    reach: async (page) => {
      await page.goto("/portal/quick-order");
      await field(page, "SKU and quantity").fill("NOBODY-KNOWS-THIS, 2\nNOR-THIS, many");
      await button(page, "Check these lines").click();
      await expect(page.getByText("No line can be added")).toBeVisible();
    },
  },
  { name: "orders, none yet", who: createBuyer, reach: openPath("/portal/orders") },
  { name: "invoices, none yet", who: createBuyer, reach: openPath("/portal/invoices") },
  { name: "subscriptions, none yet", who: createBuyer, reach: openPath("/portal/subscriptions") },
  { name: "payment methods, none yet", who: createBuyer, reach: openPath("/portal/payment-methods") },
  { name: "portal", who: signedIn, reach: openPath("/portal") },
  { name: "portal of a fleet", who: createFleetManager, reach: openPath("/portal") },
  { name: "portal of a fleet, dark", who: createFleetManager, dark: true, reach: openPath("/portal") },
  { name: "devices, none", who: createBuyer, reach: openPath("/portal/devices") },
  { name: "devices, many", who: createFleetManager, reach: openPath("/portal/devices") },
  {
    name: "devices, asked whether to remove several",
    who: createFleetManager,
    reach: async (page) => {
      await page.goto("/portal/devices");
      await page.locator("main tbody [type=checkbox]").first().check();
      await page.locator(".bulk").getByRole("button", { name: "Remove" }).first().click();
      await expect(button(page, "Yes, remove them")).toBeVisible();
    },
  },
  {
    name: "devices, a view about to be saved",
    who: createFleetManager,
    reach: async (page) => {
      await page.goto("/portal/devices?sort=serial");
      await button(page, "Save this view").click();
      await expect(field(page, "Name")).toBeVisible();
    },
  },
  { name: "devices, read by a user", who: signedIn, reach: openPath("/portal/devices") },
  { name: "add devices", who: createBuyer, reach: openPath("/portal/devices/add") },
  { name: "add devices, one found", who: createBuyer, reach: openPath("/portal/devices/add?serials=CGX-100-99990") },
  { name: "add devices, one refused", who: createBuyer, reach: openPath("/portal/devices/add?serials=NONE-1") },
  {
    name: "add devices, several with verdicts",
    who: createBuyer,
    reach: openPath("/portal/devices/add?serials=CGX-100-99990,CGX-200-99990,NONE-1,no_serial,CGX-100-71000"),
  },
  {
    name: "device",
    who: createFleetManager,
    reach: async (page) => {
      await page.goto("/portal/devices");
      await page.locator("main tbody a").first().click();
    },
  },
  {
    name: "device, asked whether to remove it",
    who: createFleetManager,
    reach: async (page) => {
      await page.goto("/portal/devices");
      await page.locator("main tbody a").first().click();
      await button(page, "Remove").click();
      await expect(button(page, "Yes, remove it")).toBeVisible();
    },
  },
  { name: "downloads", who: signedIn, reach: openPath("/portal/downloads") },
  { name: "versions of a plugin", who: signedIn, reach: openPath("/portal/downloads/of/fleet-monitor") },
  { name: "nothing downloaded yet", who: signedIn, reach: openPath("/portal/downloads/history") },
  { name: "profile", who: signedIn, reach: openPath("/portal/profile") },
  {
    name: "sessions, asked whether to sign out everywhere",
    who: signedIn,
    reach: async (page) => {
      await page.goto("/portal/sessions");
      await page.getByText("Sign out everywhere", { exact: true }).click();
      await expect(button(page, "Yes, sign out everywhere")).toBeVisible();
    },
  },
  {
    name: "profile with an error",
    who: signedIn,
    reach: openAndAct(
      "/portal/profile",
      (page) => field(page, "New email").press("Enter"),
      "Email Address is required.",
    ),
  },
  {
    name: "profile, link sent",
    who: signedIn,
    reach: async (page) => {
      await page.goto("/portal/profile");
      await field(page, "New email").fill(uniqueEmail());
      await button(page, "Change email").click();
      await expect(page.getByRole("status")).toBeVisible();
    },
  },
  { name: "admin", who: signedInAdmin, reach: openPath("/admin") },
  { name: "sessions, kept from who acts as the person", who: impersonating, reach: openPath("/portal/sessions") },
  { name: "store while impersonating", who: impersonating, reach: openPath("/store") },
  { name: "API reference", reach: openPath("/docs") },
  { name: "API reference, calls about orders", reach: openPath("/docs/customer/orders") },
  { name: "API reference, a guide", reach: openPath("/docs/guides/errors") },
  { name: "API reference, every administrator call", reach: openPath("/docs/administrator") },
  { name: "API reference, search", reach: openPath("/docs/search?search=order") },
  { name: "API reference, nothing found", reach: openPath("/docs/search?search=zebra") },
];
