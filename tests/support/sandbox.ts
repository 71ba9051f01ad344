import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { z } from "zod";
import { until } from "../../sandbox/process/deadline.ts";
import { query } from "./database.ts";
import type { Service } from "../../sandbox/fakes/calls.ts";
import type { Fault } from "../../sandbox/fakes/faults.ts";
import { patienceMs } from "./patience.ts";

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  created_at: z.string(),
  idempotency_key: z.string().nullable(),
  status: z.string(),
});
export type ReceivedMail = z.infer<typeof mailSchema>;

const callSchema = z.object({
  service: z.string(),
  method: z.string(),
  path: z.string(),
  at: z.string(),
  status: z.number(),
  fault: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  user_agent: z.string().nullable(),
  transaction_id: z.string().nullable(),
  body: z.unknown(),
});
const countsSchema = z.object({
  statements: z.number(),
  batches: z.number(),
  connections: z.number(),
  errors: z.number(),
  wake_ups: z.number(),
  user_agent: z.string().nullable(),
});

type FaultRequest = Pick<Fault, "service" | "kind"> & {
  path?: string;
  text?: string;
  value?: number;
  /** Seconds of the Retry-After header; only for faults of kind status. */
  retry_after?: number;
  /** The response body; only for faults of kind status. */
  body?: unknown;
  times?: number;
  when?: Fault["when"];
};

/** Test files share one sandbox concurrently, so each removes only its own faults. */
const owner = randomUUID();

export function sandboxAt(url: string) {
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const fetchJson = async (path: string) => (await fetch(url + path)).json();
  async function startJob(job: string): Promise<void> {
    const response = await post("/cron", { job });
    if (!response.ok) throw new Error(await response.text());
  }
  const mailsTo = async (to: string) =>
    z.array(mailSchema).parse(await fetchJson(`/mail.json?to=${encodeURIComponent(to)}`));
  return {
    url,
    post,
    /** Mails to an address, newest first. */
    mailsTo,
    async waitForMail(to: string, subject = ""): Promise<ReceivedMail> {
      let newestMail: ReceivedMail | undefined;
      await until(patienceMs, async () => {
        newestMail = (await mailsTo(to)).find((mail) => mail.subject.includes(subject));
        return newestMail !== undefined;
      });
      if (!newestMail) throw new Error(`no mail "${subject}" to ${to}`);
      return newestMail;
    },
    async callsTo(service: Exclude<Service, "database">) {
      return z.array(callSchema).parse(await fetchJson(`/calls.json?service=${service}`));
    },
    async databaseCounts() {
      return countsSchema.parse(await fetchJson("/calls.json?service=database"));
    },
    async addFault(fault: FaultRequest): Promise<void> {
      const response = await post("/faults", { ...fault, owner });
      if (!response.ok) throw new Error(await response.text());
    },
    /** Faults that still wait for a request, of all test files. */
    faults: (): Promise<unknown> => fetchJson("/faults"),
    /**
     * Holds the next statement with this id until `release`; `arrived` resolves when the statement arrives. The worker
     * gives up the statement after two seconds.
     */
    async holdBack(id: string): Promise<{ arrived(): Promise<void>; release(): Promise<void> }> {
      const holdOwner = randomUUID();
      const fault = { service: "database", kind: "delay", value: 60_000, text: id, owner: holdOwner };
      const response = await post("/faults", fault);
      if (!response.ok) throw new Error(await response.text());
      const isHeld = async () => !JSON.stringify(await this.faults()).includes(id);
      return {
        arrived: async () => void (await until(patienceMs, isHeld)),
        release: async () => void (await fetch(`${url}/faults?owner=${holdOwner}`, { method: "DELETE" })),
      };
    },
    async clearFaults(): Promise<void> {
      await fetch(`${url}/faults?owner=${owner}`, { method: "DELETE" });
    },
    /** Runs one scheduled job now and waits for its end; does nothing if the job is running. */
    startJob,
    runJob: startJob,
  };
}

const shared = sandboxAt(inject("sandboxUrl"));

/** Jobs that tests start once and then check; tests repeat other jobs until they have an effect. */
const checkedOnceJobs = [
  "anchor-audit",
  "apply-scheduled-prices",
  "clean-up",
  "deliver-outbox",
  "reconcile-payments",
  "sweep-payments",
];

/** The sandbox that the whole run shares. */
export const sandbox = {
  ...shared,
  /**
   * Runs one scheduled job now and waits for its end. A run that was already active does not count, because it may have
   * read its data before this test wrote.
   */
  async runJob(job: string): Promise<void> {
    if (!checkedOnceJobs.includes(job)) return shared.startJob(job);
    const readNewestRun = async () => {
      const runs = await query<{ fence: number; status: string }>("select fence, status from tasks where name = $1", [
        job,
      ]);
      return runs[0] ?? { fence: 0, status: "completed" };
    };
    const { fence } = await readNewestRun();
    const hasRun = await until(patienceMs, async () => {
      await shared.startJob(job);
      const run = await readNewestRun();
      return run.fence > fence && run.status !== "processing";
    });
    if (!hasRun) throw new Error(`another run of ${job} did not end`);
  },
};
