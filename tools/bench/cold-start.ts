import { request } from "node:http";
import { median } from "./median.ts";
import { type Config, startWorkerd } from "./workerd.ts";

const startCount = 9;
const healthTimeoutMs = 20_000;

/** Median milliseconds from program start to the first 200 of `/health`. */
export async function measureColdStart(config: Config): Promise<number> {
  const durations: number[] = [];
  // The first start reads the program from the disk, so it is not measured.
  await startOnce(config);
  for (let i = 0; i < startCount; i += 1) durations.push(await startOnce(config));
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

export async function untilHealthy(port: number): Promise<void> {
  const endsAt = performance.now() + healthTimeoutMs;
  while (!(await isHealthy(port))) {
    if (performance.now() > endsAt) throw new Error("workerd did not answer /health");
  }
}

/** Refused connections fail immediately, so polling finds the first response within a millisecond. */
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
