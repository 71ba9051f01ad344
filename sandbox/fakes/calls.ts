export const services = [
  "email",
  "sms",
  "captcha",
  "stripe",
  "cloudflare",
  "builds",
  "files",
  "net-suite",
  "fulex",
  "database",
] as const;
export type Service = (typeof services)[number];

/** `status` is 0 if a fault cut the response. */
export interface Call {
  service: Service;
  method: string;
  path: string;
  at: string;
  status: number;
  fault: string | null;
  idempotency_key: string | null;
  user_agent: string | null;
  /** Chosen by the carrier's customer. */
  transaction_id: string | null;
  body: unknown;
}

const callsMax = 1000;
const bodyCharsMax = 20_000;

/** Database requests are only counted, because they are too many. */
export class Calls {
  readonly database = {
    statements: 0,
    batches: 0,
    connections: 0,
    errors: 0,
    /** Starts of the compute. */
    wake_ups: 0,
    user_agent: null as string | null,
  };
  #received: Call[] = [];

  record(call: Omit<Call, "at">): void {
    const body = typeof call.body === "string" ? call.body.slice(0, bodyCharsMax) : call.body;
    this.#received.push({ ...call, body, at: new Date().toISOString() });
    if (this.#received.length > callsMax) this.#received.splice(0, this.#received.length - callsMax);
  }

  /** Newest first. */
  list(service?: Service): Call[] {
    return this.#received.filter((call) => !service || call.service === service).toReversed();
  }
}
