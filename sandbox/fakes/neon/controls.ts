import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import type { Fault, Faults } from "../faults.ts";
import type { SandboxEnv } from "../service.ts";
import type { Compute } from "./state.ts";
import { type Answer, sendHalf, send } from "./wire/answer.ts";

const sleepSchema = z.strictObject({
  wakes_in_ms: z.int().min(0).max(10_000).default(500),
  meanwhile: z.enum(["wait", "refuse"]).default("wait"),
  after_idle_ms: z.int().min(1).nullable().default(null),
});

/** `POST /neon/sleep` lets the compute scale to zero. */
export function neonControls(compute: Compute) {
  return new Hono<SandboxEnv>().post("/neon/sleep", async (c) => {
    const parsed = sleepSchema.safeParse(await c.req.json().catch(() => ({})));
    if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
    compute.suspend(parsed.data);
    return c.json({ success: true, ...parsed.data });
  });
}

export async function stall(faults: Faults, fault: Fault, response: ServerResponse, answer: Answer): Promise<void> {
  sendHalf(response, answer);
  await faults.apply(fault);
  response.destroy();
}

/** Returns false if the fault ended the request. */
export async function continueAfterFault(faults: Faults, fault: Fault, response: ServerResponse): Promise<boolean> {
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") response.destroy();
  if (outcome.kind === "status") send(response, { status: outcome.status, body: { message: "fault asked for" } });
  return outcome.kind === "pass";
}

/** Admits a connection to /v2 once the compute is awake, unless a fault ends it. */
export async function admitSocket(
  request: IncomingMessage,
  socket: Duplex,
  faults: Faults,
  compute: Compute,
): Promise<boolean> {
  if (!request.url?.startsWith("/v2")) {
    socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
    return false;
  }
  const isAwake = await compute.reach().then(
    () => true,
    () => false,
  );
  if (!isAwake) {
    socket.end("HTTP/1.1 503 Couldn't connect to compute node\r\nconnection: close\r\n\r\n");
    return false;
  }
  const fault = faults.isEmpty() ? undefined : faults.take("database", request.url);
  if (!fault) return true;
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") socket.destroy();
  if (outcome.kind === "status") socket.end(`HTTP/1.1 ${outcome.status} Fault\r\nconnection: close\r\n\r\n`);
  return outcome.kind === "pass";
}
