import { type Context, Hono } from "hono";
import type { Calls } from "../calls.ts";
import type { Fault, Faults, Outcome } from "../faults.ts";
import type { SandboxEnv } from "../service.ts";
import { type Answer, asksToRetry, toAnswer, toFaultAnswer, toResponse } from "./wire/answer.ts";
import { livemodeOf, requireBalanceReadable, settingsOf } from "./account/settings.ts";
import type { Endpoint } from "./wire/endpoint.ts";
import { expandAnswer, readExpansions } from "./wire/expansion.ts";
import { StripeFailure } from "./wire/failure.ts";
import { type FormGroup, readForm } from "./wire/form.ts";
import { IdempotencyKeys } from "./wire/idempotency.ts";
import { randomId } from "./wire/ids.ts";
import { liveKey, secretKey } from "./wire/keys.ts";
import { lockedBy, Locks } from "./wire/locks.ts";
import type { World } from "./state.ts";

export interface ApiOptions {
  world: World;
  endpoints: Endpoint[];
  calls: Calls;
  faults: Faults;
  runDue: () => void;
}

interface Request {
  id: string;
  method: string;
  path: string;
  /** Unparsed parameters. */
  text: string;
  form: FormGroup;
  key: string | undefined;
}

/** `/v1/*` with API keys, faults and the request log of /calls.json. */
export function stripeProtocol(options: ApiOptions): Hono<SandboxEnv> {
  const guards = { keys: new IdempotencyKeys(options.world), locks: new Locks() };
  return new Hono<SandboxEnv>().all("/v1/*", async (c) => {
    const request = await readRequest(c);
    const fault = options.faults.take("stripe", request.path, request.text);
    const answer = await answerTo(options, guards, c, request, fault);
    options.calls.record({
      service: "stripe",
      method: request.method,
      path: request.path,
      status: answer === "cut" ? 0 : answer.status,
      fault: fault?.kind ?? null,
      idempotency_key: request.key ?? null,
      user_agent: c.req.header("user-agent") ?? null,
      transaction_id: null,
      body: request.text === "" ? null : request.form,
    });
    if (answer !== "cut") return toResponse(answer, request.id, request.key, c.req.header("stripe-version"));
    c.env.incoming.socket.destroy();
    return new Response(null);
  });
}

async function readRequest(c: Context<SandboxEnv>): Promise<Request> {
  const url = new URL(c.req.url);
  const query = url.search.slice(1);
  const body = c.req.method === "GET" ? "" : await c.req.text();
  const text = [query, body].filter(Boolean).join("&");
  const key = c.req.method === "POST" ? c.req.header("idempotency-key") : undefined;
  return { id: randomId("req", 14), method: c.req.method, path: url.pathname, text, form: readForm(text), key };
}

async function answerTo(
  options: ApiOptions,
  { keys, locks }: { keys: IdempotencyKeys; locks: Locks },
  c: Context<SandboxEnv>,
  request: Request,
  fault: Fault | undefined,
): Promise<Answer | "cut"> {
  const refused = authorize(c, options.world);
  if (refused) return toAnswer(refused);
  options.world.prune();
  const { key } = request;
  const isLate = fault?.when === "after" || fault?.kind === "lost-answer";
  const fingerprint = `${request.method} ${request.path} ${request.text}`;
  const earlier = key === undefined ? undefined : keys.begin(key, fingerprint);
  try {
    const early = fault && !isLate ? await options.faults.apply(fault) : undefined;
    if (early && early.kind !== "pass") return toFaultResult(early);
    const answer = earlier ?? (await workAlone(options, locks, request));
    const isNew = earlier === undefined && key !== undefined;
    if (isNew && answer.isExecuted) keys.keep(key, fingerprint, request.id, answer);
    const late = fault && isLate ? await options.faults.apply(fault) : undefined;
    if (!late || late.kind === "pass") return answer;
    const instead = toFaultResult(late);
    // The provider saves its own failure under the key and repeats it, although the work is done.
    if (isNew && instead !== "cut" && instead.status >= 500) keys.keep(key, fingerprint, request.id, instead);
    return instead;
  } finally {
    if (key !== undefined && earlier === undefined) keys.end(key);
  }
}

function toFaultResult(outcome: Exclude<Outcome, { kind: "pass" }>): Answer | "cut" {
  return outcome.kind === "cut" ? "cut" : toFaultAnswer(outcome.status);
}

async function workAlone(options: ApiOptions, locks: Locks, request: Request): Promise<Answer> {
  const id = lockedBy(request.method, request.path, request.form);
  return (await locks.alone(id, () => work(options, request))) ?? toFaultAnswer(429);
}

function work({ world, endpoints, runDue }: ApiOptions, request: Request): Answer {
  const { method, path, form } = request;
  let isExecuted = false;
  try {
    runDue();
    world.request = { id: request.id, idempotency_key: request.key ?? null };
    const found = endpoints.find((one) => one.method === method && one.pattern.test(path));
    if (!found) throw unknownPath(method, path);
    const expansions = readExpansions(form);
    if (expansions.some((each) => /(^|\.)(failure_)?balance_transaction$/.test(each))) requireBalanceReadable(world);
    const run = found.prepare(world, form, path);
    isExecuted = true;
    return {
      status: 200,
      body: JSON.stringify(expandAnswer(world, run(), expansions), livemodeOf(world)),
      headers: {},
      isExecuted,
    };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { ...toAnswer(error), isExecuted };
  } finally {
    world.request = null;
  }
}

function unknownPath(method: string, path: string): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path}). The fake knows only what the store uses.`;
  return new StripeFailure(404, { type: "invalid_request_error", message });
}

function authorize(c: Context<SandboxEnv>, world: World): StripeFailure | undefined {
  const [scheme = "", credentials = ""] = (c.req.header("authorization") ?? "").split(" ");
  const given = scheme === "Basic" ? Buffer.from(credentials, "base64").toString().replace(/:.*$/, "") : credentials;
  if (given === (settingsOf(world).mode === "live" ? liveKey : secretKey)) return undefined;
  const hidden = `${given.slice(0, 8)}${"*".repeat(Math.max(0, given.length - 12))}${given.slice(8).slice(-4)}`;
  const message = given ? `Invalid API Key provided: ${hidden}` : "You did not provide an API key.";
  return new StripeFailure(401, { type: "invalid_request_error", message }, asksToRetry.never);
}
