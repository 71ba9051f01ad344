import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "./fakes/service.ts";

export type RunCron = (cronOrJob: string) => Promise<void>;

export interface CronControl {
  jobs: () => Promise<Record<string, string>>;
  run: () => RunCron | undefined;
}

/** `POST /cron {job}` responds when the job is done. */
export function cronControl(control: CronControl) {
  return new Hono<SandboxEnv>()
    .get("/", async (c) => c.json({ jobs: await control.jobs() }))
    .post("/", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const input = z.object({ job: z.string() }).safeParse(body);
      const jobs = await control.jobs();
      const job = input.data?.job ?? "";
      if (!Object.hasOwn(jobs, job)) {
        const message = `Unknown job${job && ` "${job}"`}. Send {"job": "<name>"} with one of: ${Object.keys(jobs).join(", ")}.`;
        return c.json({ success: false, message, jobs }, 400);
      }
      const run = control.run();
      if (!run) return c.json({ success: false, message: "No worker is running for this sandbox." }, 503);
      const startedAt = performance.now();
      try {
        await run(job);
      } catch (error) {
        return c.json({ success: false, job, message: error instanceof Error ? error.message : String(error) }, 500);
      }
      return c.json({ success: true, job, ms: Math.round(performance.now() - startedAt) });
    });
}
