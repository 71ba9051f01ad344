import { BadRequest } from "../contract/errors.ts";
import type { AppContext } from "./app-env.ts";

export const bodyBytesDefault = 64 * 1024;
const depthMax = 24;
const readMs = 10_000;

/** The body is not application/json (O-061). */
export class UnsupportedMediaType extends Error {}

/**
 * The JSON body, counted on the stream because Content-Length may be absent or lie (O-053, T20).
 * Throws UnsupportedMediaType, BadRequest ("Message too long." with path content-length, or one issue for malformed JSON).
 */
export async function readJson(c: AppContext, bytesMax: number, isOptional: boolean): Promise<unknown> {
  const type = c.req.header("content-type");
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (bytes.length === 0 && isOptional) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(type ?? "")) throw new UnsupportedMediaType();
  return parseJson(bytes);
}

/** The fields of a plain form. Throws BadRequest, also for another kind of body. */
export async function readForm(c: AppContext, bytesMax: number): Promise<URLSearchParams> {
  const bytes = await readBytes(c.req.raw, bytesMax);
  const type = c.req.header("content-type");
  if (bytes.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? ""))
    throw new BadRequest([{ code: "custom", path: [], message: "This form cannot be read." }]);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

const rawBytesMax = 512 * 1024;

/** The body as it was sent, for signatures. Throws BadRequest. */
export const readRaw = async (c: AppContext): Promise<string> =>
  new TextDecoder().decode(await readBytes(c.req.raw, rawBytesMax));

async function readBytes(request: Request, bytesMax: number, ms = readMs): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw tooLong();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => void reader.cancel("too slow"), ms);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) break;
      size += value.length;
      if (size > bytesMax) throw tooLong();
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
    if (size > bytesMax) await reader.cancel();
  }
  return Buffer.concat(chunks);
}

/** The client went away while sending; there is nobody left to be told more. */
const brokenOff = (): never => {
  throw new BadRequest([{ code: "custom", path: [], message: "The body broke off." }]);
};

const tooLong = () =>
  new BadRequest([{ code: "too_big", path: ["content-length"], message: "Message too long." }], "Message too long.");

function parseJson(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isTooDeep(value, 0)) throw new Error("too deep");
    return value;
  } catch {
    throw new BadRequest([{ code: "custom", path: [], message: "Malformed JSON." }]);
  }
}

const isTooDeep = (value: unknown, depth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= depthMax || Object.values(value).some((each) => isTooDeep(each, depth + 1)));

const leftoverMs = 1000;

/**
 * Reads what an answer left unread of a small body: with bytes still under way the runtime closes the connection behind
 * the answer, and the client's next request on it would fail.
 */
export async function finishBody(request: Request): Promise<void> {
  const { body, bodyUsed, headers } = request;
  if (!body || bodyUsed || Number(headers.get("content-length")) > bodyBytesDefault) return;
  await readBytes(request, bodyBytesDefault, leftoverMs).catch(() => {});
}
