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
  /** The carrier's request header x-customer-transaction-id. */
  transaction_id: string | null;
  body: unknown;
}

const maxCalls = 1000;
const maxBodyChars = 20_000;

/** Records requests to the fakes. Requests to the database are only counted, because there are too many. */
export class Calls {
  readonly database = {
    statements: 0,
    batches: 0,
    connections: 0,
    errors: 0,
    wake_ups: 0,
    user_agent: null as string | null,
  };
  #received: Call[] = [];

  record(call: Omit<Call, "at">): void {
    const body = typeof call.body === "string" ? call.body.slice(0, maxBodyChars) : call.body;
    this.#received.push({ ...call, body, at: new Date().toISOString() });
    if (this.#received.length > maxCalls) this.#received.splice(0, this.#received.length - maxCalls);
  }

  /** Newest first. */
  list(service?: Service): Call[] {
    return this.#received.filter((call) => !service || call.service === service).toReversed();
  }
}
