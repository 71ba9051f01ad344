import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Fault, Faults } from "../faults.ts";
import { send } from "./wire/answer.ts";

/** Does what the fault says; false when the request is finished with it. */
export async function goOn(faults: Faults, fault: Fault, response: ServerResponse): Promise<boolean> {
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") response.destroy();
  if (outcome.kind === "status") send(response, { status: outcome.status, body: { message: "fault asked for" } });
  return outcome.kind === "pass";
}

/** Whether a WebSocket may open: not elsewhere than at /v2, and not when a fault was asked for. */
export async function mayOpen(request: IncomingMessage, socket: Duplex, faults: Faults): Promise<boolean> {
  if (!request.url?.startsWith("/v2")) {
    socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
    return false;
  }
  const fault = faults.isEmpty() ? undefined : faults.take("database", request.url);
  if (!fault) return true;
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") socket.destroy();
  if (outcome.kind === "status") socket.end(`HTTP/1.1 ${outcome.status} Fault\r\nconnection: close\r\n\r\n`);
  return outcome.kind === "pass";
}
