import { beforeAll } from "vitest";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";

const at = "2026-03-01T02:30:00.000Z";
let session: string;
let path: string;
beforeAll(async () => {
  const { token, bought } = await shop.purchase([await shop.createProduct()]);
  await shop.query("update orders set created_at = $1 where id = $2", [at, bought.order_id]);
  session = token;
  path = `/portal/orders/${bought.order_id}`;
});

// the time zone that the edge tells the worker of a request, as the local runtime takes it
const from = (timezone: string) => ({ session, extraHTTPHeaders: { "MF-CF-Blob": JSON.stringify({ timezone }) } });

test.for([
  ["America/Los_Angeles", "28 Feb 2026", "18:30"],
  ["Asia/Kolkata", "1 Mar 2026", "08:00"],
  ["UTC", "1 Mar 2026", "02:30"],
] as const)("somebody in %s reads the day %s, and the exact time with its zone on hover", async (viewer, { open }) => {
  const [zone, day, time] = viewer;
  const page = await open({ ...from(zone), javaScriptEnabled: false });
  await page.goto("/portal/sessions");
  await expect(page.locator("main time")).toHaveAttribute("title", new RegExp(` ${zone}$`));
  for (const place of [path, "/portal/orders"]) {
    await page.goto(place);
    const shown = page.locator("main time").first();
    await expect(shown).toHaveText(day);
    await expect(shown).toHaveAttribute("title", `${day}, ${time} ${zone}`);
    await expect(shown).toHaveAttribute("datetime", at);
  }
});

test.for(["", "Mars/Olympus", "<script>"])("a zone that is none (%s) is UTC", async (zone, { open }) => {
  const page = await open(from(zone));
  await page.goto(path);
  await expect(page.locator("main time").first()).toHaveAttribute("title", "1 Mar 2026, 02:30 UTC");
});
