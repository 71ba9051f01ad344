import { z } from "zod";
import { type Service, services } from "./calls.ts";

const shared = {
  service: z.enum(services),
  path: z.string().min(1).optional(),
  /** A part of the query or the body, for example of a statement for the database. */
  text: z.string().min(1).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
  /** before: the request has no effect. after: it has its effect and only the answer is disturbed. */
  when: z.enum(["before", "after"]).default("before"),
  /** Who asked for it: who deletes theirs leaves those of others. */
  owner: z.string().min(1).max(64).optional(),
};

/** A fault to come: it meets the next `times` requests to `service` whose path contains `path` and whose content contains `text`. */
export const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...shared, kind: z.literal("delay"), value: z.number().min(0).max(60_000) }),
  z.strictObject({
    ...shared,
    kind: z.literal("status"),
    value: z.int().min(200).max(599),
    /** The answer asks to be left alone for so many seconds. */
    retry_after: z.int().min(0).max(86_400).optional(),
    /** What the partner says, as JSON; below 400 it must say something. */
    body: z.unknown().optional(),
  }),
  z.strictObject({ ...shared, kind: z.literal("cut"), value: z.unknown().optional() }),
  z.strictObject({ ...shared, kind: z.literal("hang"), value: z.unknown().optional() }),
  // The answer begins and does not end: only the database's, whose driver reads it as it comes.
  z.strictObject({
    ...shared,
    service: z.literal("database"),
    kind: z.literal("stall"),
    value: z.unknown().optional(),
  }),
  // Only the payment provider's charges are declined; who does the work and cuts the connection is any partner.
  z.strictObject({
    ...shared,
    service: z.literal("stripe"),
    kind: z.literal("decline"),
    value: z.unknown().optional(),
  }),
  z.strictObject({
    ...shared,
    service: z.enum(services).exclude(["database"]),
    kind: z.literal("lost-answer"),
    value: z.unknown().optional(),
  }),
  // Of those who read by pages: more calls at once than are allowed, and what happens to pages while they are read.
  z.strictObject({
    ...shared,
    service: z.enum(["net-suite", "builds"]),
    kind: z.literal("limit"),
    value: z.union([z.literal(429), z.literal(400), z.literal(403)]).default(429),
  }),
  z.strictObject({
    ...shared,
    service: z.enum(["net-suite", "builds"]),
    kind: z.enum(["short", "repeat", "shift"]),
    value: z.unknown().optional(),
  }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** How those who allow so many calls refuse one more. */
export type LimitStatus = 400 | 403 | 429;

/** What a service must do with the request or the answer at hand. */
export type Outcome =
  | { kind: "pass" }
  | { kind: "status"; status: number; retry_after?: number | undefined; body?: unknown }
  | { kind: "limit"; status: LimitStatus }
  | { kind: "cut" };

const hangMsMax = 60_000;
const pageKinds: readonly Fault["kind"][] = ["short", "repeat", "shift"];
/** Those that the partner itself brings about, when it comes to what they are for. */
const ownKinds: readonly Fault["kind"][] = ["decline", ...pageKinds];

/** The faults that were asked for and are not used up. */
export class Faults {
  /** How much later than they could the partners' answers come, in milliseconds. */
  readonly partnerDelayMs: number;
  #pending: Fault[] = [];
  /** What ends each wait, and whose fault it is. */
  #hanging = new Map<() => void, string | undefined>();

  constructor(options: { partnerDelayMs?: number | undefined } = {}) {
    this.partnerDelayMs = options.partnerDelayMs ?? 0;
  }

  add(fault: Fault): void {
    this.#pending.push({ ...fault });
  }

  list(): Fault[] {
    return this.#pending;
  }

  /** Forgets every fault, or those of one owner, and cuts the requests that hang for them. */
  clear(owner?: string): void {
    this.#pending = owner === undefined ? [] : this.#pending.filter((fault) => fault.owner !== owner);
    for (const [release, whose] of this.#hanging) if (owner === undefined || whose === owner) release();
  }

  isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** Uses up one turn of the first fault that meets this request, if there is one. `content` is its query and body. */
  take(service: Service, path: string, content = ""): Fault | undefined {
    const isMeant = (one: Fault) => path.includes(one.path ?? "") && content.includes(one.text ?? "");
    return this.#takeFirst((one) => one.service === service && !ownKinds.includes(one.kind) && isMeant(one));
  }

  /** Uses up one turn of a fault that meets a page of rows: of the list at `path`, or of the statement `content`. */
  takePage(service: Service, path: string, content = ""): Fault | undefined {
    return this.#takeFirst(
      (one) =>
        one.service === service &&
        pageKinds.includes(one.kind) &&
        path.includes(one.path ?? "") &&
        content.includes(one.text ?? ""),
    );
  }

  /** Uses up one turn of a fault that declines a charge; whether there was one. */
  takeDecline(): boolean {
    return this.#takeFirst((one) => one.kind === "decline") !== undefined;
  }

  #takeFirst(isMeant: (fault: Fault) => boolean): Fault | undefined {
    const index = this.#pending.findIndex(isMeant);
    const fault = this.#pending[index];
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#pending.splice(index, 1);
    return fault;
  }

  /** Waits as the fault says, then tells how to go on. A hang ends with `clear` or after 60 s, as a cut. */
  async apply(fault: Fault): Promise<Outcome> {
    if (fault.kind === "status")
      return { kind: "status", status: fault.value, retry_after: fault.retry_after, body: fault.body };
    if (fault.kind === "limit") return { kind: "limit", status: fault.value };
    if (ownKinds.includes(fault.kind)) return { kind: "pass" };
    if (fault.kind === "cut" || fault.kind === "lost-answer") return { kind: "cut" };
    await this.#wait(fault.kind === "delay" ? fault.value : hangMsMax, fault.owner);
    return fault.kind === "delay" ? { kind: "pass" } : { kind: "cut" };
  }

  #wait(ms: number, owner: string | undefined): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer);
        this.#hanging.delete(release);
        resolve();
      };
      const timer = setTimeout(release, ms);
      this.#hanging.set(release, owner);
    });
  }
}
