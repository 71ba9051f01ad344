import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { expect, inject } from "vitest";
import type { Endpoint, ReplyOf } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { workerUrl } from "./app.ts";
import { expectDeclared } from "./contract-check.ts";

export type Issue = { code: string; path: (string | number)[]; message: string };
export type Input = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Additional headers; null removes a default one. */
  headers?: Fields;
};
/** Header fields; null means none. */
type Fields = Record<string, string | null>;

export type Answer<E extends Endpoint = Endpoint> = {
  status: number;
  headers: Headers;
  text: string;
  /** The declared success reply; fails the test if the call was refused. */
  reply(): NonNullable<ReplyOf<E>>;
  errcode: string | undefined;
  message: string | undefined;
  remaining: number | undefined;
  issues: Issue[];
  /** Validation messages of a 400, each as `field: message`. */
  problems: string[];
  /** The answer's `Set-Cookie` headers, for example "__Host-session=...; Path=/; Secure". */
  set_cookies: string[];
};

export async function expectAccepted<E extends Endpoint>(answer: Promise<Answer<E>>): Promise<Answer<E>> {
  (await answer).reply();
  return answer;
}

type CallInput = { params?: object | undefined; query?: object | undefined; body?: unknown };
type GeneratedClient = (options: {
  base_url: string;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}) => Record<string, ((asked: CallInput) => Promise<{ response: Response }>) | undefined>;

/** The typed client that `npm run client` writes; the tests' own calls test it, too. */
const { createCrunchBox }: { createCrunchBox: GeneratedClient } = await import(inject("clientFile"));
const currentSend = new AsyncLocalStorage<(path: string, init: RequestInit) => Promise<Response>>();
/**
 * The typed client is created once, because it has hundreds of calls; `currentSend` holds the function that sends the
 * current call.
 */
const shop = createCrunchBox({
  base_url: "",
  async fetch(path, init) {
    const send = currentSend.getStore();
    if (!send) throw new Error(`nobody calls ${path}`);
    return send(path, init);
  },
});
const verbByAddress = new Map(endpoints.map(({ method, path, verb }) => [`${method} ${path}`, verb]));

export type Client = ReturnType<typeof createClient>;
export type ClientOptions = {
  url?: string;
  session?: string;
  bearer?: string;
  ip?: string;
  /** Whether the worker is an earlier release, whose own contracts describe its answers. */
  is_older?: boolean;
};

/** A random IP address for each client, so that rate limits of two clients hardly ever mix. */
const randomIp = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/**
 * A client like one browser: stores cookies and has an IP address of its own, but does not follow redirects. `call`
 * fails the test if the contract does not declare the answer.
 */
export function createClient(options: ClientOptions = {}) {
  const cookies = new Map<string, string>();
  if (options.session) cookies.set("__Host-session", options.session);
  const ip = options.ip ?? randomIp();
  const base = options.url ?? workerUrl;

  async function fetchPath(path: string, init: Omit<RequestInit, "headers"> & { headers?: Fields } = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // A reused connection that the server is closing would fail a test without cause.
    const defaultHeaders: Fields = { connection: "close", "sec-fetch-site": "same-origin", "cf-connecting-ip": ip };
    // Compression costs more than it saves on one machine.
    defaultHeaders["accept-encoding"] = "identity";
    if (cookie) defaultHeaders.cookie = cookie;
    if (options.bearer) defaultHeaders.authorization = `Bearer ${options.bearer}`;
    const headers = withoutNulls({ ...defaultHeaders, ...init.headers });
    const response = await fetch(base + path, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    return response;
  }

  async function call<E extends Endpoint>(spec: E, input: Input = {}): Promise<Answer<E>> {
    const verb = verbByAddress.get(`${spec.method} ${spec.path}`);
    const response =
      verb && typeof input.body !== "string" ? await callTyped(verb, spec, input) : await sendText(spec, input);
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    if (options.is_older) return toAnswer({ ...spec, reply: undefined }, answer);
    expectDeclared(spec, answer);
    return toAnswer(spec, answer);
  }

  async function callTyped(verb: string, spec: Endpoint, input: Input): Promise<Response> {
    const headers = { ...defaultHeadersFor(spec, input), ...input.headers };
    // fetch sets the boundary of a form.
    if (spec.file) delete headers["content-type"];
    let lastResponse: Response | undefined;
    const send = async (path: string, { headers: own, ...init }: RequestInit) => {
      const response = await fetchPath(path, { ...init, headers: { ...Object(own), ...headers } });
      lastResponse = response.clone();
      return response;
    };
    const { params, query, body } = input;
    await currentSend.run(send, async () => shop[verb]?.({ params, query, body }));
    if (!lastResponse) throw new Error(`the typed client did not send ${verb}`);
    return lastResponse;
  }

  /** Sends requests that the typed client cannot: a body that is not JSON, or an unknown call. */
  function sendText(spec: Endpoint, input: Input): Promise<Response> {
    const headers = { ...defaultHeadersFor(spec, input), ...input.headers };
    const body =
      input.body === undefined
        ? {}
        : { body: typeof input.body === "string" ? input.body : JSON.stringify(input.body) };
    return fetchPath(toPath(spec.path, input), { method: spec.method, headers, ...body });
  }

  return { call, fetch: fetchPath, cookies, ip, url: base };
}

/** Browsers drop a cookie with more bytes than this (RFC 6265 section 6.1). */
const cookieBytesMax = 4096;

function storeCookie(cookies: Map<string, string>, line: string): void {
  if (line.length > cookieBytesMax) return;
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0(;|$)/i.test(line) || value === "") cookies.delete(name);
  else cookies.set(name, value);
}

const withoutNulls = (headers: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

const defaultHeadersFor = (spec: Endpoint, input: Input): Record<string, string> => ({
  ...(spec.captcha ? { "x-captcha-token": "a-token-that-passes" } : {}),
  ...(input.body === undefined ? {} : { "content-type": "application/json" }),
});

function toPath(pattern: string, input: Input): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ""));
  return input.query ? `${path}?${new URLSearchParams(input.query)}` : path;
}

function toAnswer<E extends Endpoint>(
  spec: E,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): Answer<E> {
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson ? Object(JSON.parse(text)) : {};
  const issues: Issue[] = body.issues ?? [];
  return {
    status,
    headers,
    text,
    reply() {
      expect(status, text).toBe(spec.status);
      return (spec.reply ? spec.reply.parse(body) : body) as NonNullable<ReplyOf<E>>; // the schema's own output type
    },
    errcode: body.errcode,
    message: body.message,
    remaining: body.remaining,
    issues,
    problems: issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    set_cookies: headers.getSetCookie(),
  };
}
