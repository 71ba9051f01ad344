import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { type Shipments, trackedStatuses } from "./state.ts";

const accountSchema = z.strictObject({ is_validated: z.boolean() });
const indexSchema = z.strictObject({ reference: z.string().min(1), known_after_s: z.int().min(0) });
const scanSchema = z.strictObject({ tracking_id: z.string().min(1), status: z.enum(trackedStatuses) });

/**
 * `GET /shipments.json?reference=&tracking_id=` lists shipments, newest first; `POST /track` adds a scan, also to a
 * package that was handed over at a counter; `POST /account` sets whether the carrier has validated our labels;
 * `POST /references` delays the indexing of a reference.
 */
export function fulexControls(shipments: Shipments, account: { is_validated: boolean }) {
  return new Hono<SandboxEnv>()
    .get("/shipments.json", (c) => {
      const { reference, tracking_id } = c.req.query();
      const isMatch = (each: { reference: string | null; tracking_id: string }) =>
        (!reference || each.reference === reference) && (!tracking_id || each.tracking_id === tracking_id);
      return c.json(shipments.list().filter(isMatch));
    })
    .post("/account", async (c) => {
      const parsed = accountSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      account.is_validated = parsed.data.is_validated;
      return c.json({ success: true });
    })
    .post("/references", async (c) => {
      const parsed = indexSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      shipments.delayIndex(parsed.data.reference, parsed.data.known_after_s);
      return c.json({ success: true });
    })
    .post("/track", async (c) => {
      const parsedScan = scanSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsedScan.success) return c.json({ success: false, message: z.prettifyError(parsedScan.error) }, 400);
      return c.json({ success: true, shipment: shipments.see(parsedScan.data.tracking_id, parsedScan.data.status) });
    });
}
