import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { Objects } from "./state.ts";

/** `PUT /files/objects/{key}`: what the pipeline of builds does, which uploads a file. */
export function filesControls(objects: Objects) {
  return new Hono<SandboxEnv>().put("/objects/*", async (c) => {
    const content = new Uint8Array(await c.req.arrayBuffer());
    objects.upload(c.req.path.replace(/^.*\/objects\//, ""), content);
    return c.json({ success: true, size: content.length });
  });
}
