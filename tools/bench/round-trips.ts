import { z } from "zod";
import type { Target } from "./connection.ts";
import { Connection } from "./connection.ts";

const countersSchema = z.object({ statements: z.number(), batches: z.number(), connections: z.number() });
const requestCount = 20;

export interface RoundTrips {
  name: string;
  per_request: number;
}

/** Round trips to the database per request, as counted by the fake of Neon. */
export async function countRoundTrips(sandboxUrl: string, name: string, target: Target): Promise<RoundTrips> {
  const connection = new Connection(target);
  try {
    const before = await fetchRoundTripCount(sandboxUrl);
    for (let i = 0; i < requestCount; i += 1) await connection.ask();
    return { name, per_request: ((await fetchRoundTripCount(sandboxUrl)) - before) / requestCount };
  } finally {
    connection.close();
  }
}

/** Statements, batches and connections since the sandbox started. */
export async function fetchRoundTripCount(sandboxUrl: string): Promise<number> {
  const answer = await fetch(`${sandboxUrl}/calls.json?service=database`);
  const { statements, batches, connections } = countersSchema.parse(await answer.json());
  return statements + batches + connections;
}
