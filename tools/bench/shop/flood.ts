import type { LoadGenerator } from "../load-generator.ts";
import { row, resultLabel } from "../table.ts";
import { type Percentiles, toPercentiles } from "../times.ts";

const wrongPerSecond = 20;
const pagesPerSecond = 50;
const floodMs = 10_000;

/** Goals: p99 of the product page at most 300 ms during the flood, and no sign-in with a 5xx. */
export interface Flood {
  /** Number of the flood's responses, by status. */
  countByStatus: Record<number, number>;
  product: { quiet: Percentiles; flooded: Percentiles };
}

/**
 * Measures a product page before and during a flood of sign-ins. Each sign-in has another client address and a missing
 * account, which costs as much as an existing one.
 */
export async function measureFlood(load: LoadGenerator, port: number, productPath: string): Promise<Flood> {
  const measureProductPage = async () =>
    toPercentiles((await load.pace([{ port, path: productPath }], pagesPerSecond, floodMs)).latencies);
  const quiet = await measureProductPage();
  const signIns: Promise<number>[] = [];
  const timer = setInterval(() => signIns.push(signInWrong(port, signIns.length)), 1000 / wrongPerSecond);
  const flooded = await measureProductPage();
  clearInterval(timer);
  const countByStatus: Record<number, number> = {};
  for (const status of await Promise.all(signIns)) countByStatus[status] = (countByStatus[status] ?? 0) + 1;
  return { countByStatus, product: { quiet, flooded } };
}

async function signInWrong(port: number, number: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/sso/session`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "cf-connecting-ip": `10.9.${number >> 8}.${number & 255}`,
      "x-captcha-token": `flood-${number}`,
    },
    body: JSON.stringify({ username: `nobody-${number}@bench.test`, password: "Wrong-1234!" }),
  });
  await response.arrayBuffer();
  return response.status;
}

const productMsMax = 300;
const isMet = ({ countByStatus, product }: Flood) =>
  product.flooded.p99 <= productMsMax && Object.keys(countByStatus).every((status) => Number(status) < 500);

export function floodToText(flood: Flood): string {
  const answers = Object.entries(flood.countByStatus).map(([status, count]) => `${count} x ${status}`);
  const cells = ({ p50, p99 }: Percentiles) => [p50, p99].map((ms) => ms.toFixed(1));
  const widths = [26, 9, 9];
  return [
    `${wrongPerSecond} wrong sign-ins a second for ${floodMs / 1000} s: ${answers.join(", ")}; ms of a product page, ${pagesPerSecond} a second`,
    row(["", "p50", "p99"], widths),
    row(["before", ...cells(flood.product.quiet)], widths),
    `${row(["during", ...cells(flood.product.flooded)], widths)}  ${resultLabel(isMet(flood))} (p99 at most ${productMsMax}, no 5xx)`,
  ].join("\n");
}
