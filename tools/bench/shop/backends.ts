import type { Client } from "pg";
import { processorMs } from "../cores.ts";

/** Process ids of PostgreSQL's client backends except this connection's; most serve the fake of Neon. */
export async function listBackends(client: Client): Promise<number[]> {
  const text = "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
  return (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
}

export const totalProcessorMs = (pids: number[]): number => pids.reduce((sum, pid) => sum + (processorMs(pid) ?? 0), 0);
