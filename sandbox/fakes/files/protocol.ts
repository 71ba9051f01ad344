import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { Objects } from "./state.ts";

/** Endpoints for `bucketScript`, which reports each operation and fetches files that Miniflare's R2 lacks. */
export function filesProtocol(objects: Objects) {
  return new Hono<SandboxEnv>()
    .post("/bucket/:operation", (c) => c.body(null, 204, { "x-age-ms": String(objects.ageMs) }))
    .get("/objects/*", async (c) => {
      const object = await objects.find(c.req.path.replace(/^.*\/objects\//, ""));
      return object ? c.body(object, 200, { "content-length": String(object.length) }) : c.notFound();
    });
}

/**
 * A wrapped binding (workerd) around a real R2 bucket, with recording and faults, for the operations that the file
 * gateway uses. The script reports an upload part before it reads the part.
 */
export const bucketScript = `
export default function ({ BUCKET, SANDBOX_FILES_URL }) {
  const permitted = async (operation, key) => {
    const answer = await fetch(SANDBOX_FILES_URL + "/bucket/" + operation, { method: "POST", body: key });
    if (!answer.ok) throw new Error(operation + ": We encountered an internal error. Please try again. (10001)");
    return Number(answer.headers.get("x-age-ms"));
  };
  const present = async (operation, key) => {
    await permitted(operation, key);
    if (await BUCKET.head(key)) return;
    const uploaded = await fetch(SANDBOX_FILES_URL + "/objects/" + key);
    if (uploaded.ok) await BUCKET.put(key, uploaded.body);
    else await uploaded.body?.cancel();
  };
  return {
    async head(key) {
      await present("head", key);
      return BUCKET.head(key);
    },
    async get(key, options) {
      await present("get", key);
      return BUCKET.get(key, options);
    },
    async put(key, content) {
      await permitted("put", key);
      return BUCKET.put(key, content);
    },
    async delete(keys) {
      await permitted("delete", String(keys));
      return BUCKET.delete(keys);
    },
    async list(options) {
      const ageMs = await permitted("list", options.prefix);
      const listing = await BUCKET.list(options);
      const objects = listing.objects.map(({ key, uploaded }) => ({ key, uploaded: new Date(uploaded.getTime() - ageMs) }));
      return { objects, truncated: listing.truncated, cursor: listing.cursor };
    },
    async createMultipartUpload(key) {
      await permitted("create-upload", key);
      return BUCKET.createMultipartUpload(key);
    },
    resumeMultipartUpload(key, id) {
      const upload = BUCKET.resumeMultipartUpload(key, id);
      return {
        uploadId: id,
        async uploadPart(number, value) {
          await permitted("upload-part", key);
          return upload.uploadPart(number, value);
        },
        async complete(parts) {
          await permitted("complete-upload", key);
          return upload.complete(parts);
        },
        async abort() {
          await permitted("abort-upload", key);
          return upload.abort();
        },
      };
    },
  };
}
`;
