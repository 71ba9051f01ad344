import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { toTypedClient } from "../../../worker/http/description/typed-client.ts";
import { root } from "../../../sandbox/process/settings.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { shop as sharedShop } from "../../support/store.ts";

const run = promisify(execFile);
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(root, "test-results/client-"));
  writeFileSync(join(folder, "crunchbox.ts"), toTypedClient(endpoints));
});

const right = `
  const order = await shop.getOrder({ params: { order_id: "1" } });
  if (order.ok) {
    const total: number = order.data.total;
    const names: string[] = order.data.lines.map((line) => line.name);
    console.log(total, names);
  } else if (order.error.errcode === "ORDER_ACCESS_DENIED") console.log(order.error.message);
  await shop.listOrders();
  await shop.listOrders({ query: { limit: 5, sort: "-created_at", is_unpaid: true } });
  await shop.addCartProduct({ params: { id: "1" }, body: { quantity: 2 } });`;

const invalidPrograms: Record<string, string> = {
  "a call that is not there": "await shop.nothing();",
  "a parameter that is missing": "await shop.getOrder();",
  "a body of another type": 'await shop.addCartProduct({ params: { id: "1" }, body: { quantity: "2" } });',
  "a value that is none of the list": 'await shop.listOrders({ query: { status: "lost" } });',
  "a field that no answer has":
    'const answer = await shop.getOrder({ params: { order_id: "1" } }); if (answer.ok) answer.data.price_paid;',
  "an answer that nobody looked at":
    'const answer = await shop.getOrder({ params: { order_id: "1" } }); answer.data.total;',
  "an errcode that the call does not have":
    'const answer = await shop.getOrder({ params: { order_id: "1" } }); if (!answer.ok && answer.error.errcode === "CART_NOT_FOUND") throw answer;',
};

const toFileName = (name: string) => `${name.replaceAll(" ", "-")}.ts`;

async function compile(programs: Record<string, string>): Promise<string> {
  const prelude =
    'import { createCrunchBox } from "./crunchbox.ts";\nconst shop = createCrunchBox({ base_url: "", token: "" });\n';
  for (const [name, program] of Object.entries(programs))
    writeFileSync(join(folder, toFileName(name)), prelude + program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    module: "preserve",
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return run(join(root, "node_modules/.bin/tsc"), ["-p", ".", "--pretty", "false"], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => String(stdout) + String(stderr),
  );
}

test("the client compiles by itself, knows what each call takes and answers, and refuses everything else", async () => {
  const compilerOutput = await compile({ right, ...invalidPrograms });
  expect(compilerOutput).not.toMatch(/^(right|crunchbox)\.ts/m);
  expect(Object.keys(invalidPrograms).filter((name) => !compilerOutput.includes(`${toFileName(name)}(`))).toEqual([]);
});

test("what the shop serves is what the command writes", async () => {
  const response = await visitor().fetch("/docs/client.ts");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(await response.text()).toBe(toTypedClient(endpoints));
});

test("a call answers its data, a refusal its errcode, and neither throws", async () => {
  const { token, user } = await signedIn({ kind: "bearer", roles: ["user"] });
  const { createCrunchBox } = await import(join(folder, "crunchbox.ts"));
  const shop = createCrunchBox({ base_url: workerUrl, token });
  expect(await shop.getSession()).toMatchObject({ ok: true, status: 200, data: { user_id: user.id } });
  expect(await shop.listUsers({ query: { limit: 1 } })).toMatchObject({
    ok: false,
    status: 403,
    error: { success: false, errcode: "USR_NOT_AUTHORIZED", message: "User is not authorized for this action" },
  });
  expect(await shop.listOrders({ query: { limit: 0 } })).toMatchObject({
    ok: false,
    status: 400,
    error: { issues: [{ path: ["limit"] }] },
  });
  expect(await shop.listNotifications({ query: { created_at: { gte: "2026-11-01" } } })).toMatchObject({ ok: true });
  expect(await shop.getLicenseAgreement()).toMatchObject({ ok: true, data: expect.stringContaining("<h1") });
  expect(await shop.authorizeClient({ params: { client: "crunchbox" } })).toMatchObject({
    ok: true,
    status: 302,
    data: { location: expect.stringContaining("/store") },
  });
});

test("a document comes as a file, byte by byte", async () => {
  const { client, token } = await sharedShop.purchase([await sharedShop.createProduct()]);
  const [invoice] = (await client.call(listInvoices)).reply().data;
  const { createCrunchBox } = await import(join(folder, "crunchbox.ts"));
  const shop = createCrunchBox({ base_url: workerUrl, token });
  const answer = await shop.downloadInvoice({ params: { invoice_id: invoice?.id } });
  expect(answer).toMatchObject({ ok: true, status: 200, data: expect.any(Blob) });
  expect(await answer.data.slice(0, 5).text()).toBe("%PDF-");
});
