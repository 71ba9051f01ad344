import type { FilePart, SentFile } from "../contract/endpoint.ts";
import { BadRequest } from "../contract/errors.ts";
import type { AppContext, SentForm } from "./app-env.ts";
import {
  readChunks,
  drainBody,
  readFormOnce,
  requireStorable,
  bodyTooSlowError,
  unreadableFormError,
  UnsupportedMediaType,
} from "./body.ts";

type MultipartForm = { fields: URLSearchParams; file: SentFile | undefined };

/** Allows a file of some MiB over a slow line. */
const readTimeoutMs = 120_000;
const fieldBytesMax = 64 * 1024;
const headBytesMax = 4096;
const pieceBytes = 64 * 1024;
const partsMax = 50;
const lineEnd = "\r\n";

/** `readMultipart` for forms of pages, which may be handled twice although a body can be read only once. */
export const readMultipartOnce = (c: AppContext, part: FilePart): Promise<SentForm> =>
  readFormOnce(c, () => readMultipart(c, part));

/**
 * Reads a multipart form (RFC 7578) with one file; the file's limit bounds the buffer. `file` is undefined if no file
 * was chosen. @throws UnsupportedMediaType, BadRequest
 */
export async function readMultipart(c: AppContext, part: FilePart): Promise<MultipartForm> {
  const type = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw new UnsupportedMediaType("multipart/form-data");
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const { body } = c.req.raw;
  if (!boundary || !body) throw unreadableFormError();
  const length = c.req.header("content-length");
  if (Number(length) > part.bytes_max + fieldBytesMax) throw fileTooLargeError(part);
  const parser = createParser(`--${boundary[1] ?? boundary[2]}`, part, Number(length) || part.bytes_max);
  let refusal: unknown;
  const take = (chunk: Uint8Array) => {
    try {
      parser.take(chunk);
      return true;
    } catch (error) {
      refusal = error;
      return false;
    }
  };
  const end = await readChunks(body, readTimeoutMs, take, pieceBytes);
  if (refusal !== undefined) {
    await drainBody(body);
    throw refusal;
  }
  if (end === "late") throw bodyTooSlowError();
  return parser.form();
}

/** The limit of every file is a whole number of MiB. */
const fileTooLargeError = ({ name, bytes_max }: FilePart) =>
  toBadRequest(name, "too_big", `The file must be at most ${Math.floor(bytes_max / 2 ** 20)} MiB.`);
const toBadRequest = (name: string, code: string, message: string) => new BadRequest([{ code, path: [name], message }]);

export const missingFileIssue = ({ name }: FilePart) => ({
  code: "invalid_type",
  path: [name],
  message: "Choose a file.",
});

type Head = { name: string; file_name: string | undefined; type: string };

/** Parses a form piece by piece. Input buffers are not retained, because the runtime may reuse their memory. */
function createParser(boundary: string, part: FilePart, bodyBytes: number) {
  const delimiter = Buffer.from(lineEnd + boundary);
  const fields = new URLSearchParams();
  // Unparsed bytes are never longer than a head. A line end precedes the form, because delimiters begin with one.
  const window = Buffer.alloc(2 * headBytesMax + pieceBytes);
  let rest: Buffer = window.subarray(0, window.write(lineEnd));
  let state: "preamble" | "boundary" | "head" | "content" | "end" = "preamble";
  let head: Head = { name: "", file_name: undefined, type: "" };
  let textChunks: Buffer[] = [];
  let textBytes = 0;
  let parts = 0;
  let file: { name: string; type: string; buffer: Uint8Array<ArrayBuffer>; length: number } | undefined;

  function take(chunk: Uint8Array): void {
    const length = rest.length + chunk.length;
    window.set(rest, 0);
    window.set(chunk, rest.length);
    rest = window.subarray(0, length);
    while (step());
  }

  /** Parses one piece of the input; returns false if the rest must wait for more input. */
  function step(): boolean {
    if (state === "preamble") {
      if (rest.length < delimiter.length) return false;
      if (!rest.subarray(0, delimiter.length).equals(delimiter)) throw unreadableFormError();
      return advance("boundary", delimiter.length);
    }
    if (state === "boundary") {
      if (rest.length < 2) return false;
      const follows = rest.toString("latin1", 0, 2);
      if (follows !== "--" && follows !== lineEnd) throw unreadableFormError();
      return advance(follows === "--" ? "end" : "head", 2);
    }
    if (state === "head") return readHead();
    if (state === "content") return readContent();
    rest = rest.subarray(rest.length);
    return false;
  }

  function advance(next: typeof state, bytes: number): boolean {
    state = next;
    rest = rest.subarray(bytes);
    return true;
  }

  function readHead(): boolean {
    const end = rest.indexOf(lineEnd + lineEnd);
    if (end > headBytesMax || (end < 0 && rest.length > headBytesMax)) throw unreadableFormError();
    if (end < 0) return false;
    if ((parts += 1) > partsMax) throw unreadableFormError();
    head = toHead(rest.toString("utf8", 0, end));
    const isFile = head.name === part.name;
    if (head.file_name !== undefined && !isFile)
      throw toBadRequest(head.name, "custom", `The file belongs into the field "${part.name}".`);
    if (isFile && file) throw toBadRequest(part.name, "custom", "Send one file at a time.");
    if (isFile)
      file = {
        name: head.file_name ?? "",
        type: head.type,
        buffer: new Uint8Array(Math.min(bodyBytes, part.bytes_max)),
        length: 0,
      };
    textChunks = [];
    return advance("content", end + 4);
  }

  function readContent(): boolean {
    const end = rest.indexOf(delimiter);
    const length = end < 0 ? Math.max(0, rest.length - delimiter.length + 1) : end;
    addContent(rest.subarray(0, length));
    if (end < 0) {
      rest = rest.subarray(length);
      return false;
    }
    if (head.name !== part.name) fields.append(head.name, Buffer.concat(textChunks).toString("utf8"));
    return advance("boundary", length + delimiter.length);
  }

  function addContent(bytes: Buffer): void {
    if (head.name !== part.name) {
      if ((textBytes += bytes.length) > fieldBytesMax) throw unreadableFormError();
      textChunks.push(Buffer.from(bytes));
    } else if (file) {
      if (file.length + bytes.length > part.bytes_max) throw fileTooLargeError(part);
      // The form is longer than its declared Content-Length, which bounds the buffer.
      if (file.length + bytes.length > file.buffer.length) throw unreadableFormError();
      file.buffer.set(bytes, file.length);
      file.length += bytes.length;
    }
  }

  return {
    take,
    /** @throws BadRequest if the form is incomplete or has text that Postgres cannot store */
    form(): MultipartForm {
      if (state !== "end") throw unreadableFormError();
      const isChosen = file && (file.length > 0 || file.name !== "");
      return {
        fields: requireStorable(fields),
        file:
          isChosen && file
            ? { name: file.name, type: file.type, bytes: file.buffer.subarray(0, file.length) }
            : undefined,
      };
    },
  };
}

/**
 * Reads the head of a part, by RFC 7578, 4.2, as browsers write it (https://html.spec.whatwg.org/#multipart-form-data).
 */
function toHead(lines: string): Head {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(lines)?.[1];
  const name = disposition && readParameter(disposition, "name");
  if (!disposition || name === undefined || name.length > 256) throw unreadableFormError();
  const type = /^content-type:\s*(.{1,200})$/im.exec(lines)?.[1] ?? "";
  return { name, file_name: readParameter(disposition, "filename"), type: type.trim() };
}

function readParameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, "i").exec(disposition);
  const value = found?.[1] ?? found?.[2];
  return value?.replace(/%22|\\"/g, '"').replace(/%0D%0A/gi, " ");
}
