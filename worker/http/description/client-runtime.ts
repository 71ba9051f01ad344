/** Type names that the generated client defines or uses itself, so no type of the API may have them. */
export const reservedNames = [
  "Answer",
  "Arguments",
  "CallAddress",
  "Calls",
  "CommonErrcode",
  "CrunchBox",
  "Input",
  "Issue",
  "Options",
  "Part",
  "Parts",
  "Refusal",
  "Verb",
  "AbortSignal",
  "Array",
  "Blob",
  "FormData",
  "Map",
  "Object",
  "Promise",
  "Record",
  "RequestInit",
  "Response",
  "String",
  "URLSearchParams",
];

export const runtime = `
type CallAddress = {
  method: string;
  path: string;
  kind: "json" | "text" | "file" | "redirect";
  captcha?: string;
  /** Whether the body has a file and is sent as multipart/form-data. */
  form?: true;
};

/** One rule that the input broke, and where. */
export type Issue = { code: string; path: (string | number)[]; message: string };

/** Codes that every call may answer besides its own. */
export type CommonErrcode = "TOO_MANY_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR";

/** Why a call was refused: \`issues\` of a 400, otherwise \`errcode\`; \`remaining\` seconds of a 429. */
export type Refusal<Errcode extends string = string> = {
  success: false;
  message: string;
  errcode?: Errcode | CommonErrcode;
  issues?: Issue[];
  remaining?: number;
  available?: number;
  exceeded_by?: number;
  approval?: { rule_ids: string[]; approvers: { id: string; name: string }[] };
};

export type Verb = keyof Calls;

/** The parts that a call has; one of which nothing is needed may be left out. */
type Part<Name extends string, Value> = undefined extends Value
  ? [Value] extends [undefined]
    ? { [K in Name]?: undefined }
    : { [K in Name]?: Value }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type Input<V extends Verb> = Part<"params", Calls[V]["params"]> &
  Part<"query", Calls[V]["query"]> &
  Part<"body", Calls[V]["body"]> & {
    /** A token of the bot check, where the call asks for one. */
    captcha?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

export type Answer<V extends Verb> =
  | { ok: true; status: number; data: Calls[V]["reply"]; response: Response }
  | { ok: false; status: number; error: Refusal<Calls[V]["errcode"]>; response: Response };

type Arguments<V extends Verb> = Record<never, never> extends Input<V> ? [input?: Input<V>] : [input: Input<V>];

/** A function for each call. It throws only what \`fetch\` throws: a refusal is an answer. */
export type CrunchBox = { [V in Verb]: (...input: Arguments<V>) => Promise<Answer<V>> };

export type Options = {
  /** Where the shop is, as https://shop.example.com */
  base_url: string;
  /** A bearer token of POST /v1/sso/token; without one the browser's cookie counts. */
  token?: string;
  /** In place of the global one, for example to try again or to keep cookies. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

type Parts = { params?: object; query?: object; body?: unknown; captcha?: string; headers?: object; signal?: AbortSignal };

export function createCrunchBox(options: Options): CrunchBox {
  const call = async (address: CallAddress, input: Parts = {}) => {
    const headers: Record<string, string> = {};
    if (options.token !== undefined) headers["authorization"] = \`Bearer \${options.token}\`;
    if (address.captcha !== undefined && input.captcha !== undefined) headers[address.captcha] = input.captcha;
    if (input.body !== undefined && !address.form) headers["content-type"] = "application/json";
    const init: RequestInit = { method: address.method, headers: { ...headers, ...input.headers } };
    if (input.body !== undefined) init.body = address.form ? formOf(input.body) : JSON.stringify(input.body);
    if (input.signal !== undefined) init.signal = input.signal;
    if (address.kind === "redirect") init.redirect = "manual";
    const send = options.fetch ?? ((url: string, asked: RequestInit) => fetch(url, asked));
    const response = await send(options.base_url + pathOf(address.path, input), init);
    return answerOf(address, response);
  };
  const calls = Object.entries(addresses).map(([verb, address]) => [verb, (input?: Parts) => call(address, input)]);
  return Object.fromEntries(calls);
}

function pathOf(pattern: string, { params = {}, query = {} }: Parts): string {
  const values = new Map(Object.entries(params));
  const path = pattern.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? "")));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, textOf(value)]],
  );
  return asked.length > 0 ? \`\${path}?\${new URLSearchParams(asked)}\` : path;
}

/** A list is sent with commas, an object as JSON. */
const textOf = (value: unknown): string =>
  typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

async function answerOf(address: CallAddress, response: Response) {
  const { status } = response;
  if (status >= 400) {
    const text = await response.text();
    return { ok: false, status, error: refusalOf(text), response };
  }
  if (address.kind === "redirect") return { ok: true, status, data: { location: response.headers.get("location") ?? "" }, response };
  if (address.kind === "file") return { ok: true, status, data: await response.blob(), response };
  const text = await response.text();
  return { ok: true, status, data: address.kind === "json" && text !== "" ? JSON.parse(text) : text, response };
}

/** A body that is not ours, such as the page of a proxy, is reported as it is. */
function refusalOf(text: string): Refusal {
  try {
    return JSON.parse(text);
  } catch {
    return { success: false, message: text };
  }
}
`;
