import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { expect as expectPage } from "playwright/test";
import { test as plainTest } from "vitest";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { workerUrl } from "./app.ts";
import { patienceMs } from "./patience.ts";

/**
 * Chromium features that are turned off. The first two start renderers in each new window for suggestions below the
 * address bar: two thirds of the processor time in a profile of the tests. Chromium obeys only the last
 * --disable-features flag, so this list repeats the features that Playwright 1.65 turns off (its chromium switches say
 * why), except those of other browsers and systems.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
const flags = [
  `--disable-features=${disabledFeatures.join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const expect = expectPage.configure({ timeout: patienceMs });

export const desktopViewport = { width: 1440, height: 900 };
export const phoneViewport = { width: 390, height: 844 };

type Visit = BrowserContextOptions & {
  /** Token of the session that the browser already has. */
  session?: string;
};

export type OpenedPage = {
  page: Page;
  /** Script errors, console errors, pages that failed, and violations of the content security policy. */
  complaints: string[];
  close(): Promise<void>;
};

let browserPromise: Promise<Browser> | undefined;

/**
 * Starts a browser on first use and again after a crash. All files of this process share the browser: a start takes as
 * long as several tests, and browser contexts share nothing. The browser ends with the process.
 */
async function findOrLaunch(): Promise<Browser> {
  if (browserPromise && !(await browserPromise).isConnected()) browserPromise = undefined;
  browserPromise ??= ensureChromium().then((executablePath) => chromium.launch({ executablePath, args: flags }));
  return browserPromise;
}

// Browsers log every refused request; the tests check how the page handles it.
const isExpected = (line: string): boolean => line.startsWith("Failed to load resource");

function recordComplaints(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error" && !isExpected(line.text())) complaints.push(`console: ${line.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() === 500 && response.request().isNavigationRequest())
      complaints.push(`500: ${response.url()}`);
  });
}

export async function signIn(context: BrowserContext, session: string): Promise<void> {
  // The prefix `__Host-` requires a secure cookie, so the URL has https, although the worker has http.
  const url = workerUrl.replace("http:", "https:");
  await context.addCookies([{ name: "__Host-session", value: session, url, secure: true, httpOnly: true }]);
}

export async function openPage({ session, ...options }: Visit = {}): Promise<OpenedPage> {
  const context = await (
    await findOrLaunch()
  ).newContext({
    baseURL: workerUrl,
    viewport: desktopViewport,
    // Tests about motion override this.
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  if (session) await signIn(context, session);
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const complaints: string[] = [];
  context.on("page", (page) => recordComplaints(page, complaints));
  return { page: await context.newPage(), complaints, close: () => context.close() };
}

type Fixtures = {
  open: (visit?: Visit) => Promise<Page>;
  page: Page;
};

/** A test with its own pages; page errors fail it. */
export const test = plainTest.extend<Fixtures>({
  open: async ({}, use) => {
    const openPages: OpenedPage[] = [];
    await use(async (visit) => {
      const opened = await openPage(visit);
      openPages.push(opened);
      return opened.page;
    });
    for (const { close } of openPages) await close();
    expect(openPages.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
  page: async ({ open }, use) => use(await open()),
});
