import { afterAll, beforeAll, expect, test } from "vitest";
import { getHealth } from "../../../worker/contract/ops.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";

const limit = 5;
let worker: LoggedWorker;

beforeAll(async () => {
  worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1000" }, { coarseLimit: limit });
});
afterAll(() => worker?.stop());

test("Cloudflare's own counter refuses an address above its limit, and another address is served", async () => {
  const client = createClient({ url: worker.url });
  for (let turn = 0; turn < limit; turn += 1) expect((await client.call(getHealth)).status).toBe(200);
  const refusal = await client.call(getHealth);
  expect(refusal.status).toBe(429);
  expect(refusal.errcode).toBe("TOO_MANY_REQUESTS");
  expect(refusal.headers.get("retry-after")).toBe("60");
  expect((await createClient({ url: worker.url }).call(getHealth)).status).toBe(200);
});
