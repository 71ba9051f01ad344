import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { demoProducts } from "../../sandbox/seed/products/index.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { until } from "../../sandbox/process/deadline.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { startWorker, type Worker } from "../../sandbox/run/worker.ts";
import { workerUrl } from "../support/app.ts";
import { signedInAdmin } from "../support/actors.ts";
import { createClient } from "../support/client.ts";
import { unique } from "../support/factories.ts";
import { shop } from "../support/store.ts";
import { patienceMs } from "../support/patience.ts";

let react: Worker;
beforeAll(async () => {
  await ensureBuild("react");
  // The same origins, so that addresses in the pages are equal.
  const vars = inject("workerVars");
  react = await startWorker({ vars, port: await freePort(), renderer: "react", onLog: () => {} });
});
afterAll(() => react?.stop());

/**
 * The body as a browser understands it: names in any case, attributes in any order, characters however they are
 * written.
 */
function bodyOf(html: string): string {
  const body = html
    .slice(html.indexOf("<body"))
    .replaceAll("<!-- -->", "")
    // React asks for pictures before it shows them.
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, "")
    .replaceAll(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}-?\d*/g, "id")
    // examples of the kit begin when they are drawn
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "instant")
    .replaceAll('=""', "");
  const sorted = body.replaceAll(
    /<(\w+)((?:\s+[^\s=<>"/]+(?:="[^"]*")?)+)\s*(\/?)>/g,
    (_, name: string, attributes: string) => {
      const each = attributes.match(/[^\s=<>"/]+(?:="[^"]*")?/g) ?? [];
      const lowered = each.map((one) => one.replace(/^[^=]+/, (word) => word.toLowerCase()));
      return `<${name} ${lowered.toSorted().join(" ")}>`;
    },
  );
  return sorted.replaceAll("&#x27;", "'").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
}

const product = `/store/products/${demoProducts.find(({ is_published }) => is_published)?.id}`;
const forVisitors = [
  "/sign-in/crunchbox",
  "/request-account",
  "/recover-password",
  "/license-agreement",
  "/flowpoint-nowhere",
  // Visitors' pages are cached for a minute by address.
  "/store?UNIQUE",
  "/store/products?type=hardware&UNIQUE",
  `${product}?UNIQUE`,
];
const forBuyers = [
  "/store/cart",
  "/store/checkout",
  "/portal/orders",
  "/portal/orders?search=nothing+is+called+so",
  "/portal/invoices",
  "/portal/subscriptions",
  "/portal",
  "/portal/devices",
  "/portal/devices/add",
  "/portal/quick-order",
  "/portal/profile",
  "/portal/notifications/settings",
  "/portal/organization/addresses",
  "/portal/no-such-page",
  product,
];
/** Every part of the kit. */
const designs = ["/design", "/design/list"];
const forAdministrators = ["/admin/requests", "/admin/settings", "/admin/products/new", "/admin/integrations"];

test("both renderers write the same pages", async () => {
  const { token, client: _, ...buyer } = await shop.buyer();
  await shop.fillCart({ ...buyer, token, client: createClient({ session: token }) }, [await shop.createProduct()]);
  /** Both renderings of the same page, repeated when another test changed the shop in between. */
  const both = async (path: string, session?: string) => {
    const read = async (url: string) => {
      const client = createClient({ url, ...(session ? { session } : {}) });
      return bodyOf(await (await client.fetch(path.replace("UNIQUE", unique("x")))).text());
    };
    let renderings = { preact: "", react: "" };
    await until(patienceMs, async () => {
      renderings = { preact: await read(workerUrl), react: await read(react.url) };
      return renderings.preact === renderings.react;
    });
    return renderings;
  };
  for (const path of [...forVisitors, ...designs]) {
    const written = await both(path);
    expect(written.react, path).toBe(written.preact);
  }
  for (const path of forBuyers) {
    const written = await both(path, token);
    expect(written.preact, path).toContain('action="/sign-out"');
    expect(written.react, path).toBe(written.preact);
  }
  const { token: administrator } = await signedInAdmin();
  for (const path of forAdministrators) {
    const written = await both(path, administrator);
    expect(written.preact, path).toContain('action="/sign-out"');
    expect(written.react, path).toBe(written.preact);
  }
});
