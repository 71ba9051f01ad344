import { WebSocket } from "ws";
import { z } from "zod";
import type { Worker } from "../../../sandbox/run/worker.ts";

const mebibyte = 1024 ** 2;
const targetsSchema = z.array(z.object({ id: z.string() }));
const answerSchema = z.object({ id: z.int(), result: z.unknown() });
/** https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#method-getHeapUsage */
const usageSchema = z.object({
  usedSize: z.number(),
  embedderHeapUsedSize: z.number(),
  backingStorageSize: z.number(),
});

/**
 * The worker's isolate in V8's own numbers, through workerd's inspector. The edge's limit of 128 MB counts the isolate;
 * the process also contains the simulated bucket, its database and the rest of Miniflare. Start the worker with
 * `has_inspector`.
 */
export async function openIsolate({ inspectorUrl }: Worker) {
  if (inspectorUrl === undefined) throw new Error("the worker was started without has_inspector");
  const listResponse = await fetch(new URL("/json", inspectorUrl.replace(/^ws/, "http")));
  const targets = targetsSchema.parse(await listResponse.json());
  const target = targets.find(({ id }) => id === "core:user:crunchbox");
  if (!target) throw new Error(`no isolate of the worker among ${targets.map(({ id }) => id).join(", ")}`);
  const socket = new WebSocket(new URL(`/${target.id}`, inspectorUrl));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const pending = new Map<number, (result: unknown) => void>();
  socket.on("message", (data) => {
    const answer = answerSchema.safeParse(JSON.parse(String(data)));
    if (answer.success) pending.get(answer.data.id)?.(answer.data.result);
  });
  let messageId = 0;
  const send = (method: string): number => {
    messageId += 1;
    socket.send(JSON.stringify({ id: messageId, method }));
    return messageId;
  };

  /** Memory in use after a collection, in MiB: objects, their C++ parts, and their buffers. */
  async function usedMib(): Promise<number> {
    // workerd does not answer this message, but collects before it handles the next one.
    send("HeapProfiler.collectGarbage");
    const usage = usageSchema.parse(
      await new Promise<unknown>((resolve) => pending.set(send("Runtime.getHeapUsage"), resolve)),
    );
    return (usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize) / mebibyte;
  }

  return {
    usedMib,
    /**
     * Memory growth during `work`: from the smallest to the largest sample before, during and after it. A collection in
     * an idle isolate shows only when the isolate works again, so the first sample alone is no baseline.
     */
    async growthOf<T>(work: () => Promise<T>): Promise<{ result: T; growth_mib: number; samples: number }> {
      const samples = [await usedMib()];
      const stopper = new AbortController();
      const takeSamples = async () => {
        while (!stopper.signal.aborted) {
          samples.push(await usedMib());
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      const sampling = takeSamples();
      try {
        const result = await work();
        samples.push(await usedMib());
        return { result, growth_mib: Math.max(...samples) - Math.min(...samples), samples: samples.length };
      } finally {
        stopper.abort();
        await sampling;
      }
    },
    close: () => socket.close(),
  };
}
