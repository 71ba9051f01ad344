import { z } from "zod";
import { type Service, services } from "./calls.ts";

const commonFields = {
  service: z.enum(services),
  path: z.string().min(1).optional(),
  /** Text in the body, such as a database statement; for Stripe also in the query. */
  text: z.string().min(1).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
  /** before: the request has no effect. after: the effect happens and only the response fails. */
  when: z.enum(["before", "after"]).default("before"),
  /** The test that added the fault. Clearing by owner leaves the faults of other tests. */
  owner: z.string().min(1).max(64).optional(),
};

/** A fault of the next `times` requests to `service` whose path contains `path` and whose content contains `text`. */
export const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...commonFields, kind: z.literal("delay"), value: z.number().min(0).max(60_000) }),
  z.strictObject({
    ...commonFields,
    kind: z.literal("status"),
    value: z.int().min(200).max(599),
    /** Seconds of the Retry-After header, which the fakes of Stripe and Neon do not send. */
    retry_after: z.int().min(0).max(86_400).optional(),
    /** The JSON body; by default a message. The fakes of Stripe and Neon send their own body instead. */
    body: z.unknown().optional(),
  }),
  z.strictObject({ ...commonFields, kind: z.literal("cut"), value: z.unknown().optional() }),
  z.strictObject({ ...commonFields, kind: z.literal("hang"), value: z.unknown().optional() }),
  // A stalled response sends half of its body and never the rest. Only the fake of the database can stall.
  z.strictObject({
    ...commonFields,
    service: z.literal("database"),
    kind: z.literal("stall"),
    value: z.unknown().optional(),
  }),
  // A decline affects only charges of the payment provider.
  z.strictObject({
    ...commonFields,
    service: z.literal("stripe"),
    kind: z.literal("decline"),
    value: z.unknown().optional(),
  }),
  z.strictObject({
    ...commonFields,
    service: z.enum(services).exclude(["database"]),
    kind: z.literal("lost-answer"),
    value: z.unknown().optional(),
  }),
  // Only the fakes of NetSuite and the build registry have concurrency limits and paging faults.
  z.strictObject({
    ...commonFields,
    service: z.enum(["net-suite", "builds"]),
    kind: z.literal("limit"),
    value: z.union([z.literal(429), z.literal(400), z.literal(403)]).default(429),
  }),
  z.strictObject({
    ...commonFields,
    service: z.enum(["net-suite", "builds"]),
    kind: z.enum(["short", "repeat", "shift"]),
    value: z.unknown().optional(),
  }),
]);
export type Fault = z.infer<typeof faultSchema>;

export type LimitStatus = 400 | 403 | 429;

export type Outcome =
  | { kind: "pass" }
  | { kind: "status"; status: number; retry_after?: number | undefined; body?: unknown }
  | { kind: "limit"; status: LimitStatus }
  | { kind: "cut" };

const maxHangMs = 60_000;
const pageKinds: readonly Fault["kind"][] = ["short", "repeat", "shift"];
/** Kinds that a fake applies itself, in the middle of its work. */
const selfAppliedKinds: readonly Fault["kind"][] = ["decline", ...pageKinds];

export class Faults {
  /** Milliseconds by which responses of NetSuite, the carrier and the build registry are delayed. */
  readonly fakesDelayMs: number;
  #pending: Fault[] = [];
  /** Each callback ends a waiting request; the value is the owner of its fault. */
  #hanging = new Map<() => void, string | undefined>();

  constructor(options: { fakesDelayMs?: number | undefined } = {}) {
    this.fakesDelayMs = options.fakesDelayMs ?? 0;
  }

  add(fault: Fault): void {
    this.#pending.push({ ...fault });
  }

  list(): Fault[] {
    return this.#pending;
  }

  /** Deletes faults and cuts the requests that hang because of them. */
  clear(owner?: string): void {
    this.#pending = owner === undefined ? [] : this.#pending.filter((fault) => fault.owner !== owner);
    for (const [release, faultOwner] of this.#hanging) if (owner === undefined || faultOwner === owner) release();
  }

  isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /**
   * Uses up one of the `times` of the first matching fault. `content` is the request's body, and of Stripe also the
   * query.
   */
  take(service: Service, path: string, content = ""): Fault | undefined {
    const isMatch = (one: Fault) => path.includes(one.path ?? "") && content.includes(one.text ?? "");
    return this.#takeFirst((one) => one.service === service && !selfAppliedKinds.includes(one.kind) && isMatch(one));
  }

  /**
   * Uses up one of the `times` of the first matching paging fault: for the list at `path` or the statement in
   * `content`.
   */
  takePage(service: Service, path: string, content = ""): Fault | undefined {
    return this.#takeFirst(
      (one) =>
        one.service === service &&
        pageKinds.includes(one.kind) &&
        path.includes(one.path ?? "") &&
        content.includes(one.text ?? ""),
    );
  }

  /** Uses up one of the `times` of a decline fault; returns false if there is none. */
  takeDecline(): boolean {
    return this.#takeFirst((one) => one.kind === "decline") !== undefined;
  }

  #takeFirst(isMatch: (fault: Fault) => boolean): Fault | undefined {
    const index = this.#pending.findIndex(isMatch);
    const fault = this.#pending[index];
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#pending.splice(index, 1);
    return fault;
  }

  /** A hanging request is cut after `clear` or after 60 s. */
  async apply(fault: Fault): Promise<Outcome> {
    if (fault.kind === "status")
      return { kind: "status", status: fault.value, retry_after: fault.retry_after, body: fault.body };
    if (fault.kind === "limit") return { kind: "limit", status: fault.value };
    if (selfAppliedKinds.includes(fault.kind)) return { kind: "pass" };
    if (fault.kind === "cut" || fault.kind === "lost-answer") return { kind: "cut" };
    await this.#wait(fault.kind === "delay" ? fault.value : maxHangMs, fault.owner);
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
