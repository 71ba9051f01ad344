import { createHash, randomBytes } from "node:crypto";
import type { Page, Request } from "playwright";
import { exchangeCode } from "../../../worker/contract/v1/sso/token.ts";
import { getProfile } from "../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { createClient } from "../../support/client.ts";
import { createUser } from "../../support/factories.ts";
import { submitCredentials, readMainLines, link } from "./steps.ts";

const adminQuery = new URLSearchParams({ redirect_uri: `${workerUrl}/admin` });

/**
 * Records the desktop app's addresses that the page redirects to. The browser never opens them, because its question to
 * the user would block the page.
 */
async function recordLaunches(page: Page): Promise<string[]> {
  const locations = new Map<Request, string>();
  const launches: string[] = [];
  await page.route("**/v1/sso/authorize/flowpoint-win?*", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    locations.set(route.request(), response.headers()["location"] ?? "");
    await route.abort("aborted");
  });
  // After this event the page has given up the attempt and can start the next one.
  page.on("requestfailed", (request) => launches.push(...[locations.get(request) ?? []].flat()));
  return launches;
}

function createAuthorizationRequest() {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    redirect_uri: "flowpoint://signed-in",
    state: randomBytes(8).toString("hex"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { verifier, query };
}

test("an administrator who comes from the console lands on it", async ({ page }) => {
  const admin = await createUser({ roles: ["admin", "user"] });
  await page.goto(`/sign-in/crunchbox-admin?${adminQuery}`);
  await submitCredentials(page, admin.email);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Test$/);
});

test("whoever opens the console without a session is sent to sign in for it and comes back", async ({ page }) => {
  const admin = await createUser({ roles: ["admin", "user"] });
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/sign-in\/crunchbox-admin\?redirect_uri=%2Fadmin$/);
  await submitCredentials(page, admin.email);
  await expect(page).toHaveURL(/\/admin$/);
});

test("a person without the role is told why the console stays closed", async ({ page }) => {
  const user = await createUser({ roles: ["org", "buyer", "user"] });
  await page.goto(`/sign-in/crunchbox-admin?${adminQuery}`);
  await submitCredentials(page, user.email);
  await expect(page.getByRole("heading")).toHaveText("You cannot open this page");
  await expect(link(page, "Go to home")).toHaveAttribute("href", `${workerUrl}/store`);
  await page.goto("/admin");
  await expect(page.getByRole("heading")).toHaveText("Page not found");
});

test("the desktop app is opened after sign-in, and its code buys a token once", async ({ page }) => {
  const user = await createUser();
  const { verifier, query } = createAuthorizationRequest();
  const launches = await recordLaunches(page);
  await page.goto(`/sign-in/flowpoint-win?${query}`);
  await submitCredentials(page, user.email);
  await expect(page).toHaveURL(`/flowpoint?${query}`);
  await expect.poll(() => launches.length).toBe(1);

  const launchUrl = new URL(launches[0] ?? "");
  expect(`${launchUrl.protocol}//${launchUrl.host}`).toBe("flowpoint://signed-in");
  expect(launchUrl.searchParams.get("state")).toBe(query.get("state"));
  const body = { code: launchUrl.searchParams.get("code") ?? "", code_verifier: verifier };
  const { access_token } = (await visitor().call(exchangeCode, { body })).reply();
  expect((await createClient({ bearer: access_token }).call(getProfile)).reply().email).toBe(user.email);
  expect((await visitor().call(exchangeCode, { body })).errcode, "a code works once").toBe("INVALID_VERIFICATION_CODE");
});

test("the desktop app is opened whenever the screen is opened with a session; a reload or going back waits", async ({
  open,
}) => {
  const page = await open({ session: (await signedIn()).token });
  const { query } = createAuthorizationRequest();
  const launches = await recordLaunches(page);
  const expectDesktopScreen = () => expect(page.getByRole("heading")).toHaveText("Open Flowpoint Desktop App?");
  await page.goto(`/flowpoint?${query}`);
  await expect.poll(() => launches.length).toBe(1);

  await page.reload();
  await expectDesktopScreen();
  await link(page, "Open Flowpoint").click();
  await expect.poll(() => launches.length, "a reload waits for the button").toBe(2);

  await page.goto("/portal");
  await page.goBack();
  await expectDesktopScreen();
  await link(page, "Open Flowpoint").click();
  await expect.poll(() => launches.length, "going back waits for the button").toBe(3);

  await page.goto("/portal");
  await page.goto(`/flowpoint?${query}`);
  await expect.poll(() => launches.length, "it was opened again").toBe(4);
});

test("another site that opens the desktop screen gets no code: it goes to the app's own scheme alone", async ({
  open,
}) => {
  const page = await open({ session: (await signedIn()).token });
  const { query } = createAuthorizationRequest();
  const launches = await recordLaunches(page);
  await page.route("https://other.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${workerUrl}/flowpoint?${query}">Look</a>` }),
  );
  await page.goto("https://other.example/");
  await page.getByRole("link", { name: "Look" }).click();
  await expect.poll(() => launches.length).toBe(1);
  expect(launches[0]).toMatch(/^flowpoint:\/\/signed-in\?/);
  await expect(page, "the page stays").toHaveURL(`/flowpoint?${query}`);
});

test("the desktop screen opened bare and signed out leads to sign-in for the app and back", async ({ page }) => {
  const user = await createUser();
  const appRequest = page.waitForEvent("requestfailed", (request) => request.url().startsWith("flowpoint:"));
  await page.goto("/flowpoint");
  await expect(page).toHaveURL("/sign-in/flowpoint-win?redirect_uri=flowpoint%3A%2F%2F");
  await submitCredentials(page, user.email);
  await expect(page).toHaveURL("/flowpoint?redirect_uri=flowpoint%3A%2F%2F");
  expect((await appRequest).url(), "no code without a challenge").toMatch(/^flowpoint:\/{2,3}$/);
});

test("an administrator who acts as somebody stays on the desktop screen", async ({ open }) => {
  const page = await open({ session: (await impersonating()).token });
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto("/flowpoint", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading")).toHaveText("Open Flowpoint Desktop App?");
  expect(requestedPaths.filter((path) => path.startsWith("/v1/sso/authorize"))).toEqual([]);
});

test("the desktop screen refuses an address that is not the app's", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  await page.goto(`/flowpoint?${new URLSearchParams({ redirect_uri: "https://other.example/" })}`);
  await expect(page.getByRole("heading")).toHaveText("This link cannot be followed");
});

test("the desktop screen says who is signed in and where the app can be had", async ({ open }) => {
  const { token, user } = await signedIn();
  const page = await open({ session: token });
  const handedOver = page.waitForEvent("requestfailed", (request) => request.url().startsWith("flowpoint:"));
  await page.goto("/flowpoint");
  expect(await readMainLines(page)).toEqual([
    "Open Flowpoint Desktop App?",
    `You are signed in as ${user.email}.`,
    "Open Flowpoint",
    "Don't have Flowpoint Desktop App? Download it here.",
    "Not you? Sign out",
  ]);
  const downloadEvent = page.waitForEvent("download");
  await link(page, "Download it here.").click();
  expect((await downloadEvent).suggestedFilename()).toMatch(/^flowpoint-5\.2\.0/);
  expect((await handedOver).url()).toMatch(/^flowpoint:\/{2,3}$/);
});

test("the desktop screen without a session leads to sign-in and keeps redirect_uri", async ({ page }) => {
  const { query } = createAuthorizationRequest();
  await page.goto(`/flowpoint?${query}`);
  await expect(page).toHaveURL(`/sign-in/flowpoint-win?${query}`);
});

const signedInLandings: [clientId: string, redirectUri: string, lands: string][] = [
  ["crunchbox", "", "/store"],
  ["crunchbox-admin", "", "/store"],
  ["flowpoint-win", "", "/store"],
  ["crunchbox-admin", "/admin", "/admin"],
  ["crunchbox", "/portal/profile", "/portal/profile"],
  ["crunchbox", `${workerUrl}/portal`, "/portal"],
  // Last, because this page opens the app by itself.
  ["flowpoint-win", "flowpoint://open", "/flowpoint?redirect_uri=flowpoint%3A%2F%2Fopen"],
];

test("sign-in with a session follows the printed rules in their order", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  for (const [clientId, redirectUri, lands] of signedInLandings) {
    await page.goto(`/sign-in/${clientId}${redirectUri && `?${new URLSearchParams({ redirect_uri: redirectUri })}`}`);
    await expect(page, `${clientId} ${redirectUri}`).toHaveURL(lands);
  }
});

test("a redirect_uri of another site is refused in plain words and never visited", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  for (const uri of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "flowpoint://x",
  ]) {
    await page.goto(`/sign-in/crunchbox?${new URLSearchParams({ redirect_uri: uri })}`);
    await expect(page.getByRole("heading"), uri).toHaveText("This link cannot be followed");
    expect(new URL(page.url()).origin).toBe(workerUrl);
  }
});
