// `npm run examples` starts the demo shop, calls each operation and writes normalized requests and responses to
// routes/docs/examples.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import type { Call } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { root } from "../../sandbox/process/settings.ts";
import { seedProvider } from "../../sandbox/seed/provider.ts";
import { workerUrl } from "../../tests/support/app.ts";
import { databaseUrl } from "../../tests/support/database.ts";
import { createDemoShop, type RecordedCall, type Shop } from "./demo-calls.ts";
import { createNormalizer } from "./normalize.ts";

const folder = join(root, "routes/docs/examples");

/** One file per area: /v1/store/cart belongs to store. */
const areaOf = ({ path }: Call): string => (path.startsWith("/v1/") ? (path.split("/")[2] ?? "") : "operations");

test("records the examples of the API reference", async () => {
  const startedAt = Date.now();
  await seedProvider(databaseUrl, inject("sandboxUrl"));
  const recorded = await recordAll(await createDemoShop());
  const normalize = createNormalizer({ startedAt, hosts: [workerUrl, inject("sandboxUrl")] });
  const areas = new Map<string, Record<string, RecordedCall>>();
  for (const spec of endpoints) {
    const found = recorded.get(spec.verb);
    if (!found) continue;
    areas.set(areaOf(spec), { ...areas.get(areaOf(spec)), [spec.verb]: normalize(found) });
  }
  expect(recorded.size).toBeGreaterThan(80);
  for (const file of globSync("*.json", { cwd: folder })) rmSync(join(folder, file));
  mkdirSync(folder, { recursive: true });
  for (const [area, examples] of areas) writeFileSync(join(folder, `${area}.json`), toLines(examples));
  console.log(`Recorded ${recorded.size} of ${endpoints.length} calls.`);
});

/** One call per line, so that a changed response is one changed line. */
function toLines(examples: Record<string, RecordedCall>): string {
  const lines = Object.entries(examples).map(
    ([verb, example]) => `${JSON.stringify(verb)}: ${JSON.stringify(example)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

async function recordAll(shop: Shop): Promise<Map<string, RecordedCall>> {
  const recorded = new Map<string, RecordedCall>();
  const missing: string[] = [];
  for (const { spec, who, input } of await shop.plan()) {
    const asked = await input();
    const answer = await shop.send(spec, who, asked);
    shop.remember(spec, answer.body);
    if (answer.status === spec.status && spec.reply) recorded.set(spec.verb, { ...asked, reply: answer.body });
    else if (spec.reply) missing.push(`${spec.verb} ${answer.status} ${Object(answer.body).errcode ?? ""}`);
  }
  console.log(`Not recorded, and shown as made from their schemas: ${missing.join(", ") || "none"}.`);
  return recorded;
}
