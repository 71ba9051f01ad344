import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { Objects } from "./state.ts";

/**
 * `PUT /files/objects/{key}`: what the pipeline of builds does, which uploads a file. `PUT /files/age`: how many milliseconds older
 * the bucket's list shows each file, because nobody can wait for a day.
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
