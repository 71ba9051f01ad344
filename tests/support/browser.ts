import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { expect as expectPage } from "playwright/test";
import { test as plainTest } from "vitest";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { workerUrl } from "./app.ts";
import { patienceMs } from "./patience.ts";

/**
 * Features that Chromium leaves off. The first two are renderers that each new window of a whole browser starts for
 * suggestions below its address bar: two thirds of the processor time of a profile. Chromium takes the last flag of
 * this name alone, so those that Playwright 1.65 turns off (its chromium switches say why) stand here again, but for
 * the ones of other browsers and systems.
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
/** Waits for visible changes; also has every plain matcher. */
export const expect = expectPage.configure({ timeout: patienceMs });

/** The window of screens, and one of a phone. */
export const desktopViewport = { width: 1440, height: 900 };
export const phoneViewport = { width: 390, height: 844 };

type Visit = BrowserContextOptions & {
  /** Token of the session that the browser already has. */
  session?: string;
};

/** A page in a new browser profile that records its errors. */
export type OpenedPage = {
  page: Page;
  /** Script errors, console errors, pages that failed, and violations of the content security policy. */
  complaints: string[];
  close(): Promise<void>;
};

let browserPromise: Promise<Browser> | undefined;

/**
 * Starts a browser on first use and again after a crash, shared by all files of this process: a start costs as much as
 * several tests, and profiles share nothing. It ends with the process.
 */
async function launch(): Promise<Browser> {
  if (browserPromise && !(await browserPromise).isConnected()) browserPromise = undefined;
  browserPromise ??= ensureChromium().then((executablePath) => chromium.launch({ executablePath, args: flags }));
  return browserPromise;
}

// Browsers log every refused call; the tests check its handling.
const isExpected = (line: string): boolean => line.startsWith("Failed to load resource");

function watch(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error" && !isExpected(line.text())) complaints.push(`console: ${line.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() === 500 && response.request().isNavigationRequest())
      complaints.push(`500: ${response.url()}`);
  });
}

/** Gives a profile the cookie of a session, by its token. */
export async function signIn(context: BrowserContext, session: string): Promise<void> {
  // the prefix requires a secure cookie, and cookies are shared between ports
  const url = workerUrl.replace("http:", "https:");
  await context.addCookies([{ name: "__Host-session", value: session, url, secure: true, httpOnly: true }]);
}

/** Opens a page in a new profile, before it goes anywhere. */
export async function openPage({ session, ...options }: Visit = {}): Promise<OpenedPage> {
  const context = await (
    await launch()
  ).newContext({
    baseURL: workerUrl,
    viewport: desktopViewport,
    // a test about motion asks for it
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
  context.on("page", (page) => watch(page, complaints));
  return { page: await context.newPage(), complaints, close: () => context.close() };
}

type Fixtures = {
  open: (visit?: Visit) => Promise<Page>;
  page: Page;
};

/** A test with pages of its own; page errors fail it. */
export const test = plainTest.extend<Fixtures>({
  open: async ({}, use) => {
    const openPages: OpenedPage[] = [];
    await use(async (visit) => {
      const one = await openPage(visit);
      openPages.push(one);
      return one.page;
    });
    for (const { close } of openPages) await close();
    expect(openPages.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
  page: async ({ open }, use) => use(await open()),
});
