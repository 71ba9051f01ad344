import { request } from "node:http";
import { median } from "./median.ts";
import { type Config, startWorkerd } from "./workerd.ts";

const starts = 9;
const givesUpMs = 20_000;

/** Milliseconds from starting the program until `/health` answered 200, the median of several starts. */
export async function measureColdStart(config: Config): Promise<number> {
  const durations: number[] = [];
  // The first one reads the program from the disk.
  await startOnce(config);
  for (let i = 0; i < starts; i += 1) durations.push(await startOnce(config));
  return median(durations);
}

async function startOnce(config: Config): Promise<number> {
  const startedAt = performance.now();
  const workerd = startWorkerd(config);
  try {
    await untilHealthy(config.ports[0] ?? 0);
    return performance.now() - startedAt;
  } finally {
    await workerd.stop();
  }
}

/** Resolves when `/health` on this port answers 200. Throws when it does not within 20 seconds. */
export async function untilHealthy(port: number): Promise<void> {
  const endsAt = performance.now() + givesUpMs;
  while (!(await isHealthy(port))) {
    if (performance.now() > endsAt) throw new Error("workerd did not answer /health");
  }
}

/** A refused connection answers at once, so asking again and again finds the first moment within a millisecond. */
function isHealthy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = request({ port, host: "127.0.0.1", path: "/health", agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode === 200));
    });
    attempt.once("error", () => setTimeout(() => resolve(false), 1));
    attempt.end();
  });
}
