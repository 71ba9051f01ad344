import { notFound } from "../../contract/errors.ts";
import type { AppContext } from "../app-env.ts";
import { addHeader, send } from "../middleware/headers.ts";

type Found = { about: { hash: string; content_type: string }; size: number };
type SentImage = {
  find(): Promise<Found | undefined>;
  open(): Promise<(Found & { body: ReadableStream<Uint8Array> }) | undefined>;
};

declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/** Sends a picture, cacheable for a year because its URL contains its hash. @throws FILE_NOT_FOUND */
export async function sendImage(c: AppContext, image: SentImage): Promise<Response> {
  const known = c.req.header("if-none-match");
  const wanted = c.req.method === "HEAD" || known !== undefined;
  const found = wanted ? await image.find() : undefined;
  if (wanted && !found) throw notFound("FILE_NOT_FOUND");
  if (found && known !== undefined && isKnown(known, etagOf(found))) return answer(c, found, 304, null);
  if (found && c.req.method === "HEAD") {
    addHeader(c, "content-length", String(found.size));
    return answer(c, found, 200, null);
  }
  const file = await image.open();
  if (!file) throw notFound("FILE_NOT_FOUND");
  const { readable, writable } = new FixedLengthStream(file.size);
  // a canceled request closes the pipe
  c.get("ctx").defer(file.body.pipeTo(writable).catch(() => undefined));
  return answer(c, file, 200, readable);
}

const etagOf = ({ about }: Found): string => `"${about.hash}"`;

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
const isKnown = (header: string, etag: string): boolean =>
  header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);

function answer(c: AppContext, found: Found, status: number, body: ReadableStream | null): Response {
  addHeader(c, "etag", etagOf(found));
  return send(c, body, status, { type: found.about.content_type, is_public_image: true });
}
