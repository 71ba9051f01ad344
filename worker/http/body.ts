import { BadRequest } from "../contract/errors.ts";
import { fieldName } from "../contract/issue-messages.ts";
import { decodeFile, isStorable, unstorableMessage } from "../contract/storable-text.ts";
import type { AppContext, SentForm } from "./app-env.ts";
import { extractProof } from "./proof-fields.ts";

export const bodyBytesDefault = 64 * 1024;
const depthMax = 24;
const readTimeoutMs = 10_000;
const bodyNeededMessage = "This call needs a JSON body, sent as application/json.";

/** The body is not of the media type that the call takes (O-061). */
export class UnsupportedMediaType extends Error {
  readonly wanted: string;
  constructor(wanted = "application/json") {
    super("unsupported media type");
    this.wanted = wanted;
  }
}

/**
 * Reads the JSON body for `c.req.json()` and returns whether there is one. Bytes are counted on the stream, because
 * Content-Length may be absent or wrong (O-053, T20). @throws UnsupportedMediaType, BadRequest
 */
export async function bufferJson(
  c: AppContext,
  bytesMax: number,
  { isOptional, takesText }: { isOptional: boolean; takesText: boolean },
): Promise<boolean> {
  const type = c.req.header("content-type");
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (bytes.length === 0) {
    if (isOptional) return false;
    throw new BadRequest([{ code: "invalid_type", path: [], message: bodyNeededMessage }]);
  }
  if (!isJson(type) && !(takesText && /^text\/plain\s*(;|$)/i.test(type ?? ""))) throw new UnsupportedMediaType();
  // Hono's #cachedBody awaits a cached text instead of reading the stream
  Object.assign(c.req.bodyCache, { text: Promise.resolve(decode(bytes)) });
  return true;
}

export const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? "");

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformedJsonError();
  }
}

export const malformedJsonError = () => new BadRequest([{ code: "custom", path: [], message: "Malformed JSON." }]);

export const unreadableFormError = () =>
  new BadRequest([{ code: "custom", path: [], message: "This form cannot be read." }]);

/** Not every form has a schema, so text that Postgres cannot store is refused here. @throws BadRequest */
export function requireStorable(fields: URLSearchParams): URLSearchParams {
  const issues = [...fields].flatMap(([name, value]) =>
    isStorable(name) && isStorable(value)
      ? []
      : [{ code: "custom", path: [name], message: `${fieldName([name])} ${unstorableMessage}` }],
  );
  if (issues.length > 0) throw new BadRequest(issues);
  return fields;
}

/** Reads the form of a request once. Returns a copy, because handlers add fields to it. */
export async function readFormOnce(c: AppContext, read: () => Promise<SentForm>): Promise<SentForm> {
  let sent = c.get("sent_form");
  if (!sent) c.set("sent_form", (sent = extractProof(await read())));
  return { ...sent, fields: new URLSearchParams(sent.fields) };
}

/** Reads a URL-encoded form. @throws BadRequest, also for a body of another media type */
export const readForm = async (c: AppContext, bytesMax: number): Promise<URLSearchParams> =>
  (await readFormOnce(c, async () => ({ fields: await parseForm(c, bytesMax) }))).fields;

async function parseForm(c: AppContext, bytesMax: number): Promise<URLSearchParams> {
  const bytes = await readBytes(c.req.raw, bytesMax);
  const type = c.req.header("content-type");
  if (bytes.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? "")) throw unreadableFormError();
  return requireStorable(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/**
 * Reads a form with text files (RFC 7578), or a URL-encoded form. The value of a file's field is its text. @throws
 * BadRequest
 */
export const readFormWithFiles = async (c: AppContext, bytesMax: number): Promise<URLSearchParams> =>
  (await readFormOnce(c, async () => ({ fields: await parseFormWithFiles(c, bytesMax) }))).fields;

async function parseFormWithFiles(c: AppContext, bytesMax: number): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return parseForm(c, bytesMax);
  const body = new Uint8Array(await readBytes(c.req.raw, bytesMax));
  const sent = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw unreadableFormError();
  });
  const fields = new URLSearchParams();
  for (const [name, value] of sent)
    fields.append(name, typeof value === "string" ? value : await decodeFileField(name, value));
  return requireStorable(fields);
}

async function decodeFileField(name: string, file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return decodeFile(bytes);
  } catch {
    const message = "The file is not text in UTF-8 or UTF-16. In Excel, save it as “CSV UTF-8”.";
    throw new BadRequest([{ code: "custom", path: [name], message }]);
  }
}

const rawBytesMax = 512 * 1024;

/** Reads the unparsed body of a webhook, over which its signature is computed. @throws BadRequest */
export const readRaw = async (c: AppContext): Promise<string> =>
  new TextDecoder().decode(await readBytes(c.req.raw, rawBytesMax));

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw bodyTooLongError();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end = await readChunks(request.body, readTimeoutMs, (chunk) => {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
    return size <= bytesMax;
  });
  if (end === "enough") {
    await drainBody(request.body);
    throw bodyTooLongError();
  }
  // a truncated body could be valid and mean something else
  if (end === "late") throw bodyTooSlowError();
  return Buffer.concat(chunks);
}

/**
 * Reads a stream until its end, until `take` has enough, or for `timeoutMs`. @throws BadRequest if the connection
 * breaks
 */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  timeoutMs: number,
  take: (chunk: Uint8Array) => boolean,
  bufferBytes?: number,
): Promise<"end" | "enough" | "late"> {
  const reader = bufferBytes === undefined ? body.getReader() : bufferReader(body, bufferBytes);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel("too slow").catch(() => {});
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwBodyAborted);
      if (isLate) return "late";
      if (done) return "end";
      if (!take(value)) return "enough";
    }
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

/** Reads into one shared buffer: each read overwrites the previous result. */
function bufferReader(body: ReadableStream<Uint8Array>, bytes: number) {
  const reader = body.getReader({ mode: "byob" });
  let buffer = new Uint8Array(bytes);
  return {
    async read() {
      const { done, value } = await reader.read(buffer);
      if (done || value === undefined) return { done: true, value: undefined } as const;
      buffer = new Uint8Array(value.buffer);
      return { done: false, value } as const;
    },
    cancel: (reason: string) => reader.cancel(reason),
    releaseLock: () => reader.releaseLock(),
  };
}

const throwBodyAborted = (): never => {
  throw new BadRequest([{ code: "custom", path: [], message: "The body broke off." }]);
};

export const bodyTooSlowError = () =>
  new BadRequest([{ code: "custom", path: [], message: "The body came too slowly." }]);

const bodyTooLongError = () =>
  new BadRequest([{ code: "too_big", path: ["content-length"], message: "Message too long." }], "Message too long.");

/** Whether JSON is too deep or has `__proto__` as a nested key, which no schema would see. */
export const isUnsafeJson = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= depthMax ||
    (depth > 0 && Object.hasOwn(value, "__proto__")) ||
    Object.values(value).some((each) => isUnsafeJson(each, depth + 1)));

const drainTimeoutMs = 1000;
const drainBytesMax = 16 * 1024 * 1024;

/**
 * Reads the rest of a body, up to 16 MiB or for a second. The runtime itself reads only 64 KiB after a reply and then
 * closes the connection (kj's `canceledUploadGraceBytes`,
 * https://github.com/capnproto/capnproto/blob/v2/c%2B%2B/src/kj/compat/http.h): the client would see a reset instead
 * of the reply, and the next request on that connection would fail.
 */
export async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let size = 0;
  const isMore = (chunk: Uint8Array) => (size += chunk.length) <= drainBytesMax;
  const end = await readChunks(body, drainTimeoutMs, isMore).catch(() => "end");
  if (end === "enough") await body.cancel().catch(() => {});
}

export async function finishBody({ body, bodyUsed, headers }: Request): Promise<void> {
  if (!body || bodyUsed || Number(headers.get("content-length")) > drainBytesMax) return;
  await drainBody(body);
}
