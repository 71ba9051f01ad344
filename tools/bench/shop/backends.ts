import type { Client } from "pg";
import { processorMs } from "../cores.ts";

/** The processes that serve the connections of the fake of Neon's proxy, which stay open while it is busy. */
export async function backendsOf(client: Client): Promise<number[]> {
  const text = "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
  return (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
}

/** The processor time that these processes have used so far, in milliseconds. */
export const sumOf = (pids: number[]): number => pids.reduce((sum, pid) => sum + (processorMs(pid) ?? 0), 0);
