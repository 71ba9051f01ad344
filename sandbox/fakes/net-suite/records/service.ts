import { type Context, Hono } from "hono";
import type { SandboxEnv } from "../../service.ts";
import type { AccountData } from "../state.ts";
import { type Kind, parseKind } from "../store/kinds.ts";
import type { Store, StoredRecord } from "../store/store.ts";
import { toAnswer } from "./answer.ts";
import { Problem } from "./problem.ts";
import { transform } from "./transform.ts";
import { change, create } from "./write.ts";

type RecordContext = Context<SandboxEnv>;

/**
 * `/services/rest/record/v1/{type}/{id | eid:external id}`: POST, PUT and PATCH return 204 with the record's `Location`
 * (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545141395.html).
 */
export function recordService(accountData: AccountData) {
  const { store, preferences } = accountData;
  return new Hono<SandboxEnv>()
    .use("/:type/*", async (c, next) => {
      const target = c.req.path.split("/!transform/")[1];
      for (const kind of [parseKind(c.req.param("type")), parseKind(target ?? "")])
        if (kind && preferences.denied.includes(kind)) throw createPermissionProblem(kind);
      if (c.req.method === "DELETE" && !preferences.can_delete) throw createPermissionProblem("Delete");
      await next();
    })
    .post("/:type", async (c) => {
      const record = await create(accountData, readKind(c), await readBody(c));
      return locationResponse(c, record);
    })
    .post("/:type/:key/!transform/:target", async (c) => {
      const target = c.req.param("target");
      const kind = parseKind(target);
      if (!kind) throw new Problem(404, "NOT_FOUND", `Record '${target}' was not found.`);
      const body = c.req.header("content-length") === "0" ? {} : await readBody(c);
      const record = await transform(accountData, await requireRecord(store, c), kind, body);
      return c.body(null, 204, { location: buildLocation(c, record).replace(/[^/]+(\/\d+)$/, `${target}$1`) });
    })
    .get("/:type/:key", async (c) => {
      const record = await requireRecord(store, c);
      const isExpanded = c.req.query("expandSubResources") === "true";
      const body = await toAnswer(store, record, buildLocation(c, record), isExpanded, preferences);
      return c.body(JSON.stringify(body), 200, {
        "content-type": "application/vnd.oracle.resource+json; type=singular",
      });
    })
    .put("/:type/:key", async (c) => {
      const eid = readExternalId(c);
      if (eid === undefined) throw new Problem(405, "METHOD_NOT_ALLOWED", "PUT needs an external id: use eid:.");
      const kind = readKind(c);
      const body = await readBody(c);
      const existingRecord = await store.find(kind, { external_id: eid });
      if (!existingRecord) return locationResponse(c, await create(accountData, kind, body, eid));
      await change(accountData, existingRecord, body, readReplaced(c));
      return locationResponse(c, existingRecord);
    })
    .patch("/:type/:key", async (c) => {
      const record = await requireRecord(store, c);
      await change(accountData, record, await readBody(c), readReplaced(c));
      return locationResponse(c, record);
    })
    .delete("/:type/:key", async (c) => {
      const record = await requireRecord(store, c);
      await store.remove(record.kind, record.id);
      return c.body(null, 204);
    });
}

/**
 * NetSuite loads records in edit mode even for GET (subsect_1544786455), so reads need the same permission as writes.
 */
const createPermissionProblem = (what: string): Problem =>
  new Problem(403, "INSUFFICIENT_PERMISSION", `Permission Violation: You need a higher level of permission: ${what}.`);

function readKind(c: RecordContext): Kind {
  const type = c.req.param("type") ?? "";
  const kind = parseKind(type);
  if (!kind) throw new Problem(404, "NOT_FOUND", `Record '${type}' was not found.`);
  return kind;
}

function readExternalId(c: RecordContext): string | undefined {
  const key = c.req.param("key") ?? "";
  return key.startsWith("eid:") ? key.slice(4) : undefined;
}

async function requireRecord(store: Store, c: RecordContext): Promise<StoredRecord> {
  const external_id = readExternalId(c);
  const key = external_id === undefined ? { id: c.req.param("key") ?? "" } : { external_id };
  const record = await store.find(readKind(c), key);
  if (record) return record;
  throw new Problem(404, "NONEXISTENT_ID", "The record instance does not exist. Provide a valid record instance ID.");
}

async function readBody(c: RecordContext): Promise<unknown> {
  if (!/^application\/(json|vnd\.oracle\.resource\+json)/.test(c.req.header("content-type") ?? ""))
    throw new Problem(415, "INVALID_HEADER", "Invalid or missing Content-Type header: use application/json.");
  try {
    return JSON.parse(await c.req.text());
  } catch {
    throw new Problem(400, "INVALID_CONTENT", "Invalid content in the request body. The body is no JSON.");
  }
}

const readReplaced = (c: RecordContext): string[] => (c.req.query("replace") ?? "").split(",");

function buildLocation(c: RecordContext, record: StoredRecord): string {
  const url = new URL(c.req.url);
  const base = url.pathname.replace(/(\/record\/v1\/[^/]+).*$/, "$1");
  return `${url.origin}${base}/${record.id}`;
}

const locationResponse = (c: RecordContext, record: StoredRecord) =>
  c.body(null, 204, { location: buildLocation(c, record) });
