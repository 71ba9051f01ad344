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
  // Both workers get the same origins, so that addresses in their pages are equal.
  const vars = inject("workerVars");
  react = await startWorker({ vars, port: await freePort(), renderer: "react", onLog: () => {} });
});
afterAll(() => react?.stop());

/**
 * The body in a normal form: names in lower case, sorted attributes, one spelling of each character, and neither ids
 * nor instants.
 */
function bodyOf(html: string): string {
  const body = html
    .slice(html.indexOf("<body"))
    .replaceAll("<!-- -->", "")
    // Only React preloads pictures.
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, "")
    .replaceAll(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}-?\d*/g, "id")
    // Examples of the kit contain the time at which they were rendered.
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "instant")
    .replaceAll('=""', "");
  const sortedBody = body.replaceAll(
    /<(\w+)((?:\s+[^\s=<>"/]+(?:="[^"]*")?)+)\s*(\/?)>/g,
    (_, name: string, attributes: string) => {
      const each = attributes.match(/[^\s=<>"/]+(?:="[^"]*")?/g) ?? [];
      const lowercaseAttributes = each.map((one) => one.replace(/^[^=]+/, (word) => word.toLowerCase()));
      return `<${name} ${lowercaseAttributes.toSorted().join(" ")}>`;
    },
  );
  return sortedBody.replaceAll("&#x27;", "'").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
}

const productPath = `/store/products/${demoProducts.find(({ is_published }) => is_published)?.id}`;
const visitorPaths = [
  "/sign-in/crunchbox",
  "/request-account",
  "/recover-password",
  "/license-agreement",
  "/flowpoint-nowhere",
  // Visitors' pages are cached for a minute by address.
  "/store?UNIQUE",
  "/store/products?type=hardware&UNIQUE",
  `${productPath}?UNIQUE`,
];
const buyerPaths = [
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
  productPath,
];
/** Pages that show the components of the kit. */
const designPaths = ["/design", "/design/list"];
const adminPaths = ["/admin/requests", "/admin/settings", "/admin/products/new", "/admin/integrations"];

test("both renderers write the same pages", async () => {
  const { token, client: _, ...buyer } = await shop.buyer();
  await shop.fillCart({ ...buyer, token, client: createClient({ session: token }) }, [await shop.createProduct()]);
  /** Both renderings of the same page, repeated when another test changed the shop in between. */
  const renderBoth = async (path: string, session?: string) => {
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
  for (const path of [...visitorPaths, ...designPaths]) {
    const outputs = await renderBoth(path);
    expect(outputs.react, path).toBe(outputs.preact);
  }
  for (const path of buyerPaths) {
    const outputs = await renderBoth(path, token);
    expect(outputs.preact, path).toContain('action="/sign-out"');
    expect(outputs.react, path).toBe(outputs.preact);
  }
  const { token: administrator } = await signedInAdmin();
  for (const path of adminPaths) {
    const outputs = await renderBoth(path, administrator);
    expect(outputs.preact, path).toContain('action="/sign-out"');
    expect(outputs.react, path).toBe(outputs.preact);
  }
});
