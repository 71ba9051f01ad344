import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { runStep } from "../process/run-step.ts";
import { Refusal } from "../process/settings.ts";

/** Headless shells first: window decoration costs a third of a test's processor time. */
const systemPaths = [
  ...["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(
    (name) => `/usr/bin/${name}`,
  ),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Path of a Chromium that runs: CHROMIUM_PATH, the system's or Playwright's; installs one if there is none. Throws a
 * Refusal with instructions if that fails.
 */
export async function ensureChromium(): Promise<string> {
  const present = findInstalled();
  if (present) return present;
  const fromDebian = ["chromium-headless-shell", "chromium"].map((name) => () => installFromDebian(name));
  for (const install of [...fromDebian, installFromPlaywright]) {
    await install();
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Refusal(
    "No Chromium was found and none could be installed: install Chromium or Chrome (Debian: `apt-get install " +
      "chromium-headless-shell` or `chromium`; elsewhere: `npx playwright install --with-deps chromium`), or set CHROMIUM_PATH to its program, then run the tests again.",
  );
}

function findInstalled(): string | undefined {
  const paths = [process.env["CHROMIUM_PATH"] ?? "", ...systemPaths, chromium.executablePath()];
  return paths.find((path) => path !== "" && existsSync(path) && canRun(path));
}

// Ubuntu's package may be a snap stub, and a download may lack its libraries.
function canRun(path: string): boolean {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

async function installFromDebian(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version") || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing Chromium for the browser tests (apt-get install ${name}) ...`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runStep("apt-get", ["update", "-qq"], { env, quiet: true });
  await runStep("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env, quiet: true });
}

async function installFromPlaywright(): Promise<void> {
  console.log("Downloading Chromium for the browser tests (playwright install chromium) ...");
  const result = await runStep("playwright", ["install", "chromium"], { quiet: true });
  if (result.code !== 0) console.log(result.output.trim().split("\n").at(-1));
}
