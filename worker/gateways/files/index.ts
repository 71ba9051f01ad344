import { GatewayError } from "../gateway-error.ts";
import { type Incoming, type UploadedPart, writePart } from "./write-part.ts";

/** Of R2's bucket what we use (https://developers.cloudflare.com/r2/api/workers/workers-api-reference/). */
export type Bucket = {
  head(key: string): Promise<{ size: number } | null>;
  get(
    key: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<{ size: number; body: ReadableStream<Uint8Array> } | null>;
  list(options: { prefix: string; cursor?: string | undefined }): Promise<Listing>;
  put(key: string, content: Uint8Array<ArrayBuffer>): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
  createMultipartUpload(key: string): Promise<MultipartUpload>;
  resumeMultipartUpload(key: string, uploadId: string): MultipartUpload;
};
type Listing = { objects: { key: string; uploaded: Date }[] } & (
  | { truncated: true; cursor: string }
  | { truncated: false }
);
type MultipartUpload = {
  uploadId: string;
  uploadPart(partNumber: number, value: ReadableStream<Uint8Array>): Promise<UploadedPart>;
  complete(parts: UploadedPart[]): Promise<{ size: number }>;
  abort(): Promise<void>;
};

/** A part of a file, in bytes from its start. */
export type Part = { offset: number; length: number };

/** The store of files. Throws GatewayError when it fails, does not answer, or has no such file of that length. */
export type FilesGateway = {
  requireFile(file: { key: string; size: number }): Promise<void>;
  /** A part of it as a stream that is read as fast as it is sent on. */
  openFile(file: { key: string; size: number }, part: Part): Promise<ReadableStream<Uint8Array>>;
  /** Keeps a small file; one that is there is replaced. */
  keepFile(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The length of a file of which nothing is known; undefined where there is none. */
  findFile(key: string): Promise<number | undefined>;
  /** Such a file as a stream; undefined where there is none. */
  openAny(key: string): Promise<{ size: number; body: ReadableStream<Uint8Array> } | undefined>;
  /** Up to 1,000 files whose keys begin with `prefix`, and where the next ones begin. */
  listFiles(prefix: string, cursor?: string): Promise<{ files: { key: string; uploaded: Date }[]; cursor?: string }>;
  /** A small file that was kept. */
  readFile(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Begins a file that is written in parts, all but the last of one length from 5 MiB on. It is not there before it is
   * completed; one that nobody completes is forgotten after seven days (https://developers.cloudflare.com/r2/objects/multipart-objects).
   */
  beginUpload(key: string): Promise<string>;
  /** Writes part `number`, from 1 on, as it comes, and shows each piece of it; answers its ETag. Written again it is replaced. */
  writePart(upload: Upload, number: number, part: Incoming): Promise<string>;
  completeUpload(upload: Upload, etags: string[]): Promise<void>;
  abortUpload(upload: Upload): Promise<void>;
  /** Removes one, or up to 1,000; what is not there is removed already. */
  removeFile(keys: string | string[]): Promise<void>;
};
export type Upload = { key: string; upload_id: string };

/** A file that is kept in memory, in bytes. */
const smallMax = 4_194_304;
const timeoutMs = 10_000;
const partTimeoutMs = 15_000;

/** Files in an R2 bucket; without one every file is missing. */
export const createFilesGateway = (bucket: Bucket | undefined): FilesGateway => ({
  async requireFile({ key, size }) {
    const found = await ask(bucket, (store) => store.head(key));
    if (found?.size !== size) throw missing(found);
  },
  async openFile({ key, size }, range) {
    const found = await ask(bucket, (store) => store.get(key, { range }));
    if (found?.size !== size) throw missing(found);
    return found.body;
  },
  async keepFile(key, content) {
    await ask(bucket, (store) => store.put(key, content));
  },
  async findFile(key) {
    return (await ask(bucket, (store) => store.head(key)))?.size;
  },
  async openAny(key) {
    const found = await ask(bucket, (store) => store.get(key));
    return found ? { size: found.size, body: found.body } : undefined;
  },
  async listFiles(prefix, cursor) {
    // a shop without a bucket has no files to clean up
    if (!bucket) return { files: [] };
    const listing = await ask(bucket, (store) => store.list({ prefix, cursor }));
    const files = listing.objects.map(({ key, uploaded }) => ({ key, uploaded }));
    return { files, ...(listing.truncated && { cursor: listing.cursor }) };
  },
  async readFile(key) {
    const found = await ask(bucket, async (store) => {
      const about = await store.head(key);
      return about && store.get(key, { range: { offset: 0, length: Math.min(about.size, smallMax) } });
    });
    if (!found) throw missing(found);
    return new Uint8Array(await new Response(found.body).arrayBuffer());
  },
  async beginUpload(key) {
    return (await ask(bucket, (store) => store.createMultipartUpload(key))).uploadId;
  },
  async writePart({ key, upload_id }, number, part) {
    const write = (store: Bucket) => writePart(store.resumeMultipartUpload(key, upload_id), number, part);
    return (await ask(bucket, write, partTimeoutMs)).etag;
  },
  async completeUpload({ key, upload_id }, etags) {
    const parts = etags.map((etag, index) => ({ partNumber: index + 1, etag }));
    await ask(bucket, (store) => store.resumeMultipartUpload(key, upload_id).complete(parts));
  },
  abortUpload: ({ key, upload_id }) => ask(bucket, (store) => store.resumeMultipartUpload(key, upload_id).abort()),
  removeFile: (keys) => ask(bucket, (store) => store.delete(keys)),
});

const missing = (found: object | null) =>
  new GatewayError("files", found ? "the file has another length" : "no such file", { retryable: false });

async function ask<T>(
  bucket: Bucket | undefined,
  work: (bucket: Bucket) => Promise<T>,
  withinMs = timeoutMs,
): Promise<T> {
  if (!bucket) throw new GatewayError("files", "no bucket is bound", { retryable: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new GatewayError("files", `no answer within ${withinMs} ms`, { retryable: true });
    timer = setTimeout(() => reject(error), withinMs);
  });
  try {
    return await Promise.race([work(bucket), late]);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError("files", "the bucket failed", { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
}
