import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

const timeoutMs = 2000;
/** Calls within this time get the last result, so that strangers cannot keep database and queue busy. */
const cacheMs = 5000;
let lastProbe: { at: number; failing: string[] } | undefined;

/**
 * Names of the services that do not answer within two seconds: database, queue, file storage. `askQueue` sends a queue
 * message, which starts workers even if no work is due.
 */
export async function probeServices(ctx: Ctx, askQueue: () => Promise<unknown>): Promise<string[]> {
  if (lastProbe && Date.now() - lastProbe.at < cacheMs) return lastProbe.failing;
  const checks = {
    database: () => ctx.db.execute(sql`select 1`),
    queue: askQueue,
    "file storage": () => ctx.gateways.files.listFiles("health/"),
  };
  const failing = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await isAnswered(check)) ? [] : [name])),
  );
  lastProbe = { at: Date.now(), failing: failing.flat() };
  return lastProbe.failing;
}

async function isAnswered(check: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeoutResult = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const answered = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, timeoutResult]);
  } finally {
    clearTimeout(timer);
  }
}
