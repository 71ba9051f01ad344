import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { owner, toTag } from "./protocol.ts";
import { listAssets, buildSchema, type Registry } from "./state.ts";

const limitSchema = z.strictObject({ remaining: z.int().min(0).max(5000), resets_in_s: z.int().min(1).max(3600) });

const renameSchema = z.strictObject({ from: z.string().min(1), to: z.string().min(1) });

/**
 * `POST /builds` releases a build, `GET /builds.json` lists releases, `POST /builds/limit` exhausts the rate limit,
 * `POST /builds/rename` renames a repository.
 */
export function buildsControls(registry: Registry) {
  return new Hono<SandboxEnv>()
    .get("/builds.json", (c) =>
      c.json(
        registry.all().map((build) => {
          const { kind, name, version, size, repository, digest, dependencies, sha256, file, created_at } = build;
          const assets = listAssets(build).map((asset) => asset.name);
          const location = { repository: `${owner}/${repository}`, tag: toTag(build) };
          return { kind, name, version, ...location, file, size, sha256, digest, dependencies, assets, created_at };
        }),
      ),
    )
    .post("/builds", async (c) => {
      const parsed = buildSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      const { seed: _seed, ...build } = await registry.release(parsed.data);
      return c.json({ success: true, ...build, tag: toTag({ ...build, seed: "" }) }, 201);
    })
    .post("/builds/rename", async (c) => {
      const parsed = renameSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      registry.renamed.set(parsed.data.to, parsed.data.from);
      return c.json({ success: true });
    })
    .post("/builds/limit", async (c) => {
      const parsed = limitSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      registry.setRate(parsed.data.remaining, parsed.data.resets_in_s);
      return c.json({ success: true, ...registry.rate() });
    });
}
