import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { Objects } from "./state.ts";

/**
 * `PUT /files/objects/{key}` uploads a file, as the build pipeline does; `PUT /files/age` sets by how many milliseconds
 * listed files appear older.
 */
export function filesControls(objects: Objects) {
  const app = new Hono<SandboxEnv>().put("/age", async (c) => {
    objects.ageMs = Number(await c.req.text());
    return c.json({ success: true });
  });
  return app.put("/objects/*", async (c) => {
    const content = new Uint8Array(await c.req.arrayBuffer());
    objects.upload(c.req.path.replace(/^.*\/objects\//, ""), content);
    return c.json({ success: true, size: content.length });
  });
}
