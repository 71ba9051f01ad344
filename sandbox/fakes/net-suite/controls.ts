import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { callStore } from "./callbacks/call-store.ts";
import { fulfil } from "./records/fulfil.ts";
import { generate } from "./store/generate.ts";
import { kinds } from "./store/kinds.ts";
import { preferencesChangeSchema } from "./store/preferences.ts";
import { saveRecord, recordInputSchema, toListedRecord } from "./store/plant.ts";
import type { Account } from "./state.ts";

const typeSchema = z.enum(kinds);
const recordKeySchema = z.object({ type: typeSchema, id: z.coerce.string() });
const generateSchema = z.object({ type: typeSchema, count: z.int().min(1).max(200_000) });

export function netSuiteControls(account: Account, publicUrl: string, callbackToken: string) {
  const { store, traffic, access, preferences } = account;
  return new Hono<SandboxEnv>()
    .get("/records.json", async (c) => {
      const type = typeSchema.optional().parse(c.req.query("type"));
      return c.json((await store.list(type)).map(toListedRecord));
    })
    .post("/records", async (c) => {
      const body: unknown = await c.req.json();
      const inputs = z.union([recordInputSchema, z.array(recordInputSchema)]).parse(body);
      const listedRecords = [];
      for (const one of [inputs].flat()) {
        const record = one.type === "fulfillment" ? await fulfil(account, one) : await saveRecord(store, one);
        listedRecords.push(toListedRecord(record));
        if (one.callback && one.type === "customer") await callStore(publicUrl, callbackToken, record.id);
      }
      return c.json(Array.isArray(inputs) ? listedRecords : listedRecords[0], 201);
    })
    .delete("/records", async (c) => {
      const { type, id } = recordKeySchema.parse(await c.req.json());
      const isRemoved = await store.remove(type, id);
      return isRemoved
        ? c.json({ success: true })
        : c.json({ success: false, message: `There is no ${type} ${id}.` }, 404);
    })
    .post("/generate", async (c) => {
      const { type, count } = generateSchema.parse(await c.req.json());
      return c.json({ success: true, count: await generate(store, type, count) }, 201);
    })
    .get("/account.json", (c) => c.json(preferences))
    .patch("/account", async (c) =>
      c.json(Object.assign(preferences, preferencesChangeSchema.parse(await c.req.json()))),
    )
    .get("/stats.json", (c) => c.json(traffic.stats()))
    .delete("/stats", (c) => {
      traffic.forget();
      return c.json({ success: true });
    })
    .delete("/tokens", (c) => {
      access.revokeAll();
      return c.json({ success: true });
    })
    .onError((error, c) => {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
      return c.json({ success: false, message }, 400);
    });
}
