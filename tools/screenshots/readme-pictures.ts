/**
 * node tools/screenshots/readme-pictures.ts [base address] (Node 24 or newer) takes the pictures of README.md from a
 * running shop with demo data. link-pictures.ts then reduces them to sixteen colors.
 */
import { join } from "node:path";
import { chromium } from "playwright";
import { ensureChromium } from "../../sandbox/run/chromium.ts";

const [base = "http://localhost:8787"] = process.argv.slice(2);
const folder = join(import.meta.dirname, "../../docs/pictures");
const password = "Demo-1234!";

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [file, email, path] of [
  ["store.png", "owner@acme.test", "/store/products"],
  ["console.png", "admin@cgx.test", "/admin/orders"],
] as const) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`${base}/sign-in/crunchbox`);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "SIGN IN", exact: true }).click();
  await page.waitForURL("**/store");
  await page.goto(base + path);
  await page.screenshot({ path: join(folder, file), animations: "disabled" });
  await context.close();
}
await browser.close();
