import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export type Distance = {
  round_trip_ms: number;
  /** Share of the segments that are lost and sent again a round trip later. */
  loss: number;
  /** Round trips before the first byte of a connection: TCP, and TLS 1.3. */
  handshakes: number;
};

const segmentBytes = 1460;

/** A proxy to a port of this machine, with the latency and loss of a long distance. The caller must stop the proxy. */
export async function startDelayedProxy(targetPort: () => number, distance: () => Distance) {
  const random = createRandom();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const { round_trip_ms, handshakes, loss } = distance();
    const upstream = connect({ port: targetPort(), host: "127.0.0.1", noDelay: true });
    client.setNoDelay(true);
    const transmission = { halfMs: round_trip_ms / 2, loss, random };
    forwardDelayed(client, upstream, { ...transmission, notBefore: performance.now() + handshakes * round_trip_ms });
    forwardDelayed(upstream, client, { ...transmission, notBefore: 0 });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => [client, upstream].forEach((each) => each.destroy()));
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // as: a server that listens on a port has an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Closes open connections, so that the next ones have the new distance. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Transmission = { halfMs: number; loss: number; notBefore: number; random: () => number };

/** Forwards data in order: data after a lost segment waits for its repetition. */
function forwardDelayed(from: Socket, to: Socket, { halfMs, loss, notBefore, random }: Transmission): void {
  let arrivesAt = notBefore;
  const schedule = (work: () => void) => setTimeout(work, Math.max(0, arrivesAt - performance.now()));
  from.on("data", (chunk) => {
    const segments = Math.ceil(chunk.length / segmentBytes);
    const isLost = random() > (1 - loss) ** segments;
    arrivesAt = Math.max(arrivesAt, performance.now() + halfMs + (isLost ? 2 * halfMs : 0), notBefore + halfMs);
    schedule(() => to.write(chunk));
  });
  from.on("end", () => schedule(() => to.end()));
}

/** Mulberry32 with one seed, so that all runs lose segments alike. */
function createRandom(): () => number {
  let state = 20261124;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
