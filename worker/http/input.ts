import { type Hook, zValidator } from "@hono/zod-validator";
import type { Next } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod/mini";
import type { Endpoint, FilePart, SentFile } from "../contract/endpoint.ts";
import { BadRequest, type Issue } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import { escapeUnstorable } from "../contract/storable-text.ts";
import type { AppContext, AppEnv } from "./app-env.ts";
import { bodyBytesDefault, bufferJson, isJson, isUnsafeJson, malformedJsonError } from "./body.ts";
import { toFields, toInput } from "./form-fields.ts";
import { toIssues } from "./issues.ts";
import { missingFileIssue, readMultipart } from "./multipart.ts";

type Target = "param" | "query" | "json";
type Input = { params: unknown; query: unknown; body: unknown; file?: SentFile };

/**
 * Creates a reader that throws one BadRequest with all issues of parameters, query, file and body; a body that is too
 * large, malformed or of the wrong type is refused at once.
 */
export function createInputReader({ params, query, ...spec }: Endpoint): (c: AppContext) => Promise<Input> {
  const validateParams = params && createValidator("param", params);
  const validateQuery = query && createValidator("query", query, withoutEmpty);
  const readBody = createBodyReader(spec);
  return async (c) => {
    const issues: Issue[] = [];
    const collect = collectInto(issues);
    if (validateParams) await validateParams(c, next).catch(collect);
    if (validateQuery) await validateQuery(c, next).catch(collect);
    const sent = await readBody(c, collect);
    if (issues.length > 0) throw new BadRequest(issues);
    return { params: params ? readValidated(c, "param") : {}, query: query ? readValidated(c, "query") : {}, ...sent };
  };
}

type BodySpec = Pick<Endpoint, "body" | "body_bytes_max" | "file" | "takes_text" | "escapes_text">;
type BodyReader = (c: AppContext, collect: (error: unknown) => void) => Promise<{ body: unknown; file?: SentFile }>;

function createBodyReader({ body: schema, body_bytes_max = bodyBytesDefault, file, ...spec }: BodySpec): BodyReader {
  if (file) return createFormReader(file, schema);
  if (!schema) return () => Promise.resolve({ body: undefined });
  const { takes_text, escapes_text } = spec;
  const prepare = escapes_text ? (value: unknown) => escapeUnstorable(requireSafeJson(value)) : requireSafeJson;
  const validate = createValidator("json", schema, prepare);
  const withoutBody = schema.safeParse(undefined);
  const options = { isOptional: withoutBody.success, takesText: takes_text === true };
  return async (c, collect) => {
    if (!(await bufferJson(c, body_bytes_max, options))) return { body: withoutBody.data };
    if (!isJson(c.req.header("content-type"))) return { body: await readText(c, schema, prepare).catch(collect) };
    await validate(c, next).catch(collect);
    return { body: readValidated(c, "json") };
  };
}

/** @throws BadRequest, or HTTPException for invalid or unsafe JSON */
async function readText(c: AppContext, schema: z.ZodMiniType, prepare: (value: unknown) => unknown): Promise<unknown> {
  const value: unknown = await c.req.json().catch(() => {
    throw new HTTPException(400);
  });
  return parseOrThrow(schema, prepare(value));
}

const createFormReader =
  (part: FilePart, schema: z.ZodMiniType | undefined): BodyReader =>
  async (c, collect) => {
    const { fields, file } = await readMultipart(c, part);
    if (!file) collect(new BadRequest([missingFileIssue(part)]));
    const body = schema && (await parseOrThrow(schema, toInput(schema, toFields(fields))).catch(collect));
    return { body, ...(file && { file }) };
  };

async function parseOrThrow(schema: z.ZodMiniType, value: unknown): Promise<unknown> {
  const result = parseInput(schema, value);
  if (!result.success) throw new BadRequest(toIssues(result.error.issues));
  return result.data;
}

/** A Hono validator that throws, so that one reply lists the issues of all targets. */
function createValidator(
  target: Target,
  schema: z.ZodMiniType,
  prepare = (value: unknown): unknown => value,
): (c: AppContext, next: Next) => Promise<unknown> {
  const refuse: Hook<unknown, AppEnv, string, Target, object, z.ZodMiniType> = (result) => {
    if (!result.success) throw new BadRequest(toIssues(result.error.issues));
  };
  return zValidator(target, schema, refuse, {
    // as: zod's larger build has more methods on its errors
    validationFunction: (_schema, value) => parseInput(schema, prepare(value)) as never,
  });
}

// as: our contexts lack the types of validated data; InputOf has them.
const readValidated = (c: AppContext, target: Target): unknown => c.req.valid(target as never);

/** Validators run in sequence, outside Hono's chain. */
const next = () => Promise.resolve();

const collectInto = (issues: Issue[]) => (error: unknown) => {
  // invalid or unsafe JSON
  if (error instanceof HTTPException) throw malformedJsonError();
  if (!(error instanceof BadRequest)) throw error;
  issues.push(...error.issues);
};

/** An empty parameter counts as absent. */
const withoutEmpty = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ""));

const requireSafeJson = (body: unknown): unknown => {
  if (isUnsafeJson(body)) throw new HTTPException(400);
  return body;
};
