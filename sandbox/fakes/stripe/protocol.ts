import { type Context, Hono } from "hono";
import type { Calls } from "../calls.ts";
import type { Fault, Faults, Outcome } from "../faults.ts";
import type { SandboxEnv } from "../service.ts";
import { type Answer, shouldRetryValues, toAnswer, toFaultAnswer, toResponse } from "./wire/answer.ts";
import { createLivemodeReplacer, requireBalanceReadable, getSettings } from "./account/settings.ts";
import type { Endpoint } from "./wire/endpoint.ts";
import { expandAnswer, readExpansions } from "./wire/expansion.ts";
import { StripeFailure } from "./wire/failure.ts";
import { type FormGroup, readForm } from "./wire/form.ts";
import { IdempotencyKeys } from "./wire/idempotency.ts";
import { randomId } from "./wire/ids.ts";
import { liveKey, secretKey } from "./wire/keys.ts";
import { findLockedId, Locks } from "./wire/locks.ts";
import type { World } from "./state.ts";

export interface ApiOptions {
  world: World;
  endpoints: Endpoint[];
  calls: Calls;
  faults: Faults;
  runDue: () => void;
}

interface ApiRequest {
  id: string;
  method: string;
  path: string;
  /** The parameters before parsing. */
  text: string;
  form: FormGroup;
  key: string | undefined;
}

/** Serves `/v1/*` with API keys, faults and idempotency keys, and records requests for /calls.json. */
export function stripeProtocol(options: ApiOptions): Hono<SandboxEnv> {
  const guards = { keys: new IdempotencyKeys(options.world), locks: new Locks() };
  return new Hono<SandboxEnv>().all("/v1/*", async (c) => {
    const request = await readRequest(c);
    const fault = options.faults.take("stripe", request.path, request.text);
    const answer = await handleRequest(options, guards, c, request, fault);
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

async function readRequest(c: Context<SandboxEnv>): Promise<ApiRequest> {
  const url = new URL(c.req.url);
  const query = url.search.slice(1);
  const body = c.req.method === "GET" ? "" : await c.req.text();
  const text = [query, body].filter(Boolean).join("&");
  const key = c.req.method === "POST" ? c.req.header("idempotency-key") : undefined;
  return { id: randomId("req", 14), method: c.req.method, path: url.pathname, text, form: readForm(text), key };
}

async function handleRequest(
  options: ApiOptions,
  { keys, locks }: { keys: IdempotencyKeys; locks: Locks },
  c: Context<SandboxEnv>,
  request: ApiRequest,
  fault: Fault | undefined,
): Promise<Answer | "cut"> {
  const authFailure = authorize(c, options.world);
  if (authFailure) return toAnswer(authFailure);
  options.world.prune();
  const { key } = request;
  const isAfterEffect = fault?.when === "after" || fault?.kind === "lost-answer";
  const fingerprint = `${request.method} ${request.path} ${request.text}`;
  const earlierAnswer = key === undefined ? undefined : keys.begin(key, fingerprint);
  try {
    const earlyOutcome = fault && !isAfterEffect ? await options.faults.apply(fault) : undefined;
    if (earlyOutcome && earlyOutcome.kind !== "pass") return toFaultResult(earlyOutcome);
    const answer = earlierAnswer ?? (await workLocked(options, locks, request));
    const isNew = earlierAnswer === undefined && key !== undefined;
    if (isNew && answer.isExecuted) keys.keep(key, fingerprint, request.id, answer);
    const lateOutcome = fault && isAfterEffect ? await options.faults.apply(fault) : undefined;
    if (!lateOutcome || lateOutcome.kind === "pass") return answer;
    const faultResult = toFaultResult(lateOutcome);
    // Stripe saves its own failure under the idempotency key and repeats the failure, although the work was done.
    if (isNew && faultResult !== "cut" && faultResult.status >= 500)
      keys.keep(key, fingerprint, request.id, faultResult);
    return faultResult;
  } finally {
    if (key !== undefined && earlierAnswer === undefined) keys.end(key);
  }
}

function toFaultResult(outcome: Exclude<Outcome, { kind: "pass" }>): Answer | "cut" {
  return outcome.kind === "cut" ? "cut" : toFaultAnswer(outcome.status);
}

async function workLocked(options: ApiOptions, locks: Locks, request: ApiRequest): Promise<Answer> {
  const id = findLockedId(request.method, request.path, request.form);
  return (await locks.alone(id, () => work(options, request))) ?? toFaultAnswer(429);
}

function work({ world, endpoints, runDue }: ApiOptions, request: ApiRequest): Answer {
  const { method, path, form } = request;
  let isExecuted = false;
  try {
    runDue();
    world.request = { id: request.id, idempotency_key: request.key ?? null };
    const matchingEndpoint = endpoints.find((one) => one.method === method && one.pattern.test(path));
    if (!matchingEndpoint) throw createUnknownPath(method, path);
    const expansions = readExpansions(form);
    if (expansions.some((each) => /(^|\.)(failure_)?balance_transaction$/.test(each))) requireBalanceReadable(world);
    const run = matchingEndpoint.prepare(world, form, path);
    isExecuted = true;
    return {
      status: 200,
      body: JSON.stringify(expandAnswer(world, run(), expansions), createLivemodeReplacer(world)),
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

function createUnknownPath(method: string, path: string): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path}). The fake knows only what the store uses.`;
  return new StripeFailure(404, { type: "invalid_request_error", message });
}

function authorize(c: Context<SandboxEnv>, world: World): StripeFailure | undefined {
  const [scheme = "", credentials = ""] = (c.req.header("authorization") ?? "").split(" ");
  const givenKey = scheme === "Basic" ? Buffer.from(credentials, "base64").toString().replace(/:.*$/, "") : credentials;
  if (givenKey === (getSettings(world).mode === "live" ? liveKey : secretKey)) return undefined;
  const maskedKey = `${givenKey.slice(0, 8)}${"*".repeat(Math.max(0, givenKey.length - 12))}${givenKey.slice(8).slice(-4)}`;
  const message = givenKey ? `Invalid API Key provided: ${maskedKey}` : "You did not provide an API key.";
  return new StripeFailure(401, { type: "invalid_request_error", message }, shouldRetryValues.never);
}
