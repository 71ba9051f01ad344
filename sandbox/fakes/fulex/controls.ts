import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { type Shipments, trackedStatuses } from "./state.ts";

const seenSchema = z.strictObject({ tracking_id: z.string().min(1), status: z.enum(trackedStatuses) });

/**
 * `GET /shipments.json` lists shipments, newest first, filtered by `?reference=` and `?tracking_id=`; `POST /track`
 * adds a scan, also of a package handed over at a counter.
 */
export function fulexControls(shipments: Shipments) {
  return new Hono<SandboxEnv>()
    .get("/shipments.json", (c) => {
      const { reference, tracking_id } = c.req.query();
      const isMeant = (each: { reference: string | null; tracking_id: string }) =>
        (!reference || each.reference === reference) && (!tracking_id || each.tracking_id === tracking_id);
      return c.json(shipments.list().filter(isMeant));
    })
    .post("/track", async (c) => {
      const seen = seenSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!seen.success) return c.json({ success: false, message: z.prettifyError(seen.error) }, 400);
      return c.json({ success: true, shipment: shipments.see(seen.data.tracking_id, seen.data.status) });
    });
}
