import { BadRequest } from "../contract/errors.ts";
import { fieldName } from "../contract/issue-messages.ts";
import { decodeFile, isStorable, unstorableMessage } from "../contract/storable-text.ts";
import type { AppContext } from "./app-env.ts";

export const bodyBytesDefault = 64 * 1024;
const depthMax = 24;
const readMs = 10_000;
const bodyNeeded = "This call needs a JSON body, sent as application/json.";

/** The body is not of the media type that the call takes (O-061). */
export class UnsupportedMediaType extends Error {
  readonly wanted: string;
  constructor(wanted = "application/json") {
    super("unsupported media type");
    this.wanted = wanted;
  }
}

/**
 * Reads the JSON body into the request's cache, from which `c.req.json()` takes it; counted on the stream because
 * Content-Length may be absent or lie (O-053, T20). Answers whether there is one: an optional body may be missing.
 * Throws UnsupportedMediaType, BadRequest ("Message too long." with path content-length, or one issue for a body that is
 * missing or no text).
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
    throw new BadRequest([{ code: "invalid_type", path: [], message: bodyNeeded }]);
  }
  if (!isJson(type) && !(takesText && /^text\/plain\s*(;|$)/i.test(type ?? ""))) throw new UnsupportedMediaType();
  // awaited where the stream would be read otherwise (#cachedBody of Hono's request)
  Object.assign(c.req.bodyCache, { text: Promise.resolve(decode(bytes)) });
  return true;
}

export const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? "");

/** Throws BadRequest for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformedJson();
  }
}

export const malformedJson = () => new BadRequest([{ code: "custom", path: [], message: "Malformed JSON." }]);

export const unreadable = () => new BadRequest([{ code: "custom", path: [], message: "This form cannot be read." }]);

/** The fields of a form. Throws BadRequest for text that cannot be stored, also in forms that no schema describes. */
export function requireStorable(fields: URLSearchParams): URLSearchParams {
  const issues = [...fields].flatMap(([name, value]) =>
    isStorable(name) && isStorable(value)
      ? []
      : [{ code: "custom", path: [name], message: `${fieldName([name])} ${unstorableMessage}` }],
  );
  if (issues.length > 0) throw new BadRequest(issues);
  return fields;
}

/** The fields of a plain form. Throws BadRequest, also for another kind of body. */
export async function readForm(c: AppContext, bytesMax: number): Promise<URLSearchParams> {
  const bytes = await readBytes(c.req.raw, bytesMax);
  const type = c.req.header("content-type");
  if (bytes.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? "")) throw unreadable();
  return requireStorable(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** The fields of a form that may send text files (RFC 7578), each with the text of its file. Throws BadRequest. */
export async function readFormWithFiles(c: AppContext, bytesMax: number): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return readForm(c, bytesMax);
  const body = new Uint8Array(await readBytes(c.req.raw, bytesMax));
  const sent = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw unreadable();
  });
  const fields = new URLSearchParams();
  for (const [name, value] of sent) fields.append(name, typeof value === "string" ? value : await textOf(name, value));
  return requireStorable(fields);
}

/** Throws BadRequest. */
async function textOf(name: string, file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return decodeFile(bytes);
  } catch {
    const message = "The file is not text in UTF-8 or UTF-16. In Excel, save it as “CSV UTF-8”.";
    throw new BadRequest([{ code: "custom", path: [name], message }]);
  }
}

const rawBytesMax = 512 * 1024;

/** The body as it was sent, for signatures. Throws BadRequest. */
export const readRaw = async (c: AppContext): Promise<string> =>
  new TextDecoder().decode(await readBytes(c.req.raw, rawBytesMax));

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw tooLong();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end = await readChunks(request.body, readMs, (chunk) => {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
    return size <= bytesMax;
  });
  if (end === "enough") {
    await readLeftover(request.body);
    throw tooLong();
  }
  // what has come of it is not what was meant
  if (end === "late") throw tooSlow();
  return Buffer.concat(chunks);
}

/** Reads a stream until its end, until `take` has enough, or for so many milliseconds. Throws BadRequest when it breaks off. */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  ms: number,
  take: (chunk: Uint8Array) => boolean,
  lentBytes?: number,
): Promise<"end" | "enough" | "late"> {
  const reader = lentBytes === undefined ? body.getReader() : lendingReader(body, lentBytes);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel("too slow").catch(() => {});
  }, ms);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (isLate) return "late";
      if (done) return "end";
      if (!take(value)) return "enough";
    }
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

/** Reads into one buffer again and again: what a read answered is gone with the next one. */
function lendingReader(body: ReadableStream<Uint8Array>, bytes: number) {
  const reader = body.getReader({ mode: "byob" });
  let lent = new Uint8Array(bytes);
  return {
    async read() {
      const { done, value } = await reader.read(lent);
      if (done || value === undefined) return { done: true, value: undefined } as const;
      lent = new Uint8Array(value.buffer);
      return { done: false, value } as const;
    },
    cancel: (reason: string) => reader.cancel(reason),
    releaseLock: () => reader.releaseLock(),
  };
}

/** The client went away while sending; there is nobody left to be told more. */
const brokenOff = (): never => {
  throw new BadRequest([{ code: "custom", path: [], message: "The body broke off." }]);
};

export const tooSlow = () => new BadRequest([{ code: "custom", path: [], message: "The body came too slowly." }]);

const tooLong = () =>
  new BadRequest([{ code: "too_big", path: ["content-length"], message: "Message too long." }], "Message too long.");

/** Whether JSON is too deep, or has inside it a key that would not be one of a record, which is why a schema never sees it. */
export const isUnfit = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= depthMax ||
    (depth > 0 && Object.hasOwn(value, "__proto__")) ||
    Object.values(value).some((each) => isUnfit(each, depth + 1)));

const leftoverMs = 1000;
const leftoverBytesMax = 16 * 1024 * 1024;

/**
 * Reads what is left of a body, up to 16 MiB or for a second. Behind an answer the runtime itself takes 64 KiB more and then
 * closes the connection (kj's `canceledUploadGraceBytes`, https://github.com/capnproto/capnproto/blob/v2/c%2B%2B/src/kj/compat/http.h),
 * with bytes still under way: the client sees a reset where the answer was, and the next request on that connection fails.
 */
export async function readLeftover(body: ReadableStream<Uint8Array>): Promise<void> {
  let size = 0;
  const isMore = (chunk: Uint8Array) => (size += chunk.length) <= leftoverBytesMax;
  const end = await readChunks(body, leftoverMs, isMore).catch(() => "end");
  if (end === "enough") await body.cancel().catch(() => {});
}

/** Reads what an answer left unread of a body. */
export async function finishBody({ body, bodyUsed, headers }: Request): Promise<void> {
  if (!body || bodyUsed || Number(headers.get("content-length")) > leftoverBytesMax) return;
  await readLeftover(body);
}
