// One file, because the parts of the OpenAPI document refer to each other by name.
import type * as z from "zod/mini";
import { type Call, type Endpoint, listErrcodes, type FilePart } from "../../contract/endpoint.ts";
import { describeErrcode } from "../../contract/errcodes.ts";
import { captchaHeader, idempotencyKeyMax } from "../../contract/paths.ts";
import { type Json, toJsonSchema } from "./schema.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonContent = (schema: unknown) => ({ "application/json": { schema } });

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1); operationId is the contract's name. */
export function toOpenapi(endpoints: Call[], serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const spec of endpoints)
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operation(spec) };
  return {
    openapi: "3.1.1",
    info: {
      title: "CrunchBox API",
      version: "1",
      description:
        "The business-to-business store and account portal. Money is an integer in US cents, instants are ISO 8601 in UTC, ids are uuids. Success carries success: true, refusals success: false with an errcode and a message.",
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map((spec) => spec.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: errorSchemas, securitySchemes },
  };
}

/** Content of a multipart request body (https://spec.openapis.org/oas/v3.1.1#encoding-object). */
function multipartContent({ name, types, bytes_max, description }: FilePart, fields: z.ZodMiniType | undefined): Json {
  const { properties = {}, required = [] } = (fields ? toJsonSchema(fields, "input") : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const file = { contentMediaType: "application/octet-stream", maxLength: bytes_max, description };
  return {
    "multipart/form-data": {
      schema: { type: "object", required: [name, ...required], properties: { [name]: file, ...properties } },
      encoding: { [name]: { contentType: types.join(", ") } },
    },
  };
}

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "Set by POST /v1/sso/session; named __Secure-session in a shop that spans several hosts",
  },
  bearer: { type: "http", scheme: "bearer", description: "Got from POST /v1/sso/token" },
  verification: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-verify",
    description: "Set by POST /v1/sso/verification, 15 minutes",
  },
  signature: {
    type: "apiKey",
    in: "header",
    name: "Stripe-Signature",
    description: "Made by the payment provider over the raw body",
  },
  email_signature: {
    type: "apiKey",
    in: "header",
    name: "Svix-Signature",
    description: "Made by the email provider over Svix-Id, Svix-Timestamp and the raw body",
  },
  sms_signature: {
    type: "apiKey",
    in: "header",
    name: "X-Twilio-Signature",
    description: "Made by Twilio over the address and the fields of the form",
  },
  net_suite_token: {
    type: "apiKey",
    in: "header",
    name: "X-Net-Suite-Token",
    description: "The token that the accounting system was given; as a bearer token, too",
  },
};

const stringSchema = (description: string) => ({ type: "string", description });
const refusalProperties = {
  success: { const: false },
  errcode: stringSchema("Stable code of the refusal"),
  message: stringSchema("What it says"),
};
const approvalDetails = {
  type: "object",
  description: "With ORDER_APPROVAL_REQUIRED: the rules that ask, and who can approve",
  required: ["rule_ids", "approvers"],
  properties: {
    rule_ids: { type: "array", items: { type: "string" }, description: "Ids of approval rules" },
    approvers: {
      type: "array",
      description: "Who can approve",
      items: {
        type: "object",
        required: ["id", "name"],
        properties: { id: stringSchema("Id of the user"), name: stringSchema("First and last name") },
      },
    },
  },
};
const creditDetails = {
  available: { type: "integer", description: "With CREDIT_LIMIT_EXCEEDED: US cents available on account" },
  exceeded_by: { type: "integer", description: "With CREDIT_LIMIT_EXCEEDED: US cents that the order is above it" },
};
const errorSchemas = {
  Error: {
    type: "object",
    required: ["success", "errcode", "message"],
    properties: { ...refusalProperties, approval: approvalDetails, ...creditDetails },
  },
  BadRequest: {
    type: "object",
    required: ["success", "message", "issues"],
    properties: {
      success: { const: false },
      message: stringSchema("What it says"),
      issues: {
        type: "array",
        description: "Every rule that was broken",
        items: {
          type: "object",
          required: ["code", "path", "message"],
          properties: {
            code: stringSchema("invalid_type, invalid_string, too_small, too_big or custom"),
            path: { type: "array", items: { type: ["string", "integer"] }, description: "Where in the input" },
            message: stringSchema("What it says"),
          },
        },
      },
    },
  },
  TooManyRequests: {
    type: "object",
    required: ["success", "errcode", "message", "remaining"],
    properties: { ...refusalProperties, remaining: { type: "integer", description: "Seconds until the next try" } },
  },
};

function operation(spec: Call): Json {
  const body = spec.file
    ? { requestBody: { required: true, content: multipartContent(spec.file, spec.body) } }
    : spec.body && {
        requestBody: {
          required: !spec.body.safeParse(undefined).success,
          content: jsonContent(toJsonSchema(spec.body, "input")),
        },
      };
  return {
    operationId: spec.verb,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    security: security(spec),
    parameters: [
      ...parameters(spec.params, "path"),
      ...parameters(spec.query, "query"),
      ...captchaParameter(spec),
      ...keyParameter(spec),
    ],
    ...body,
    responses: responses(spec),
  };
}

function security(spec: Endpoint): Json[] {
  if (spec.access === "public") return [];
  if (spec.access.startsWith("verify:")) return [{ verification: [] }];
  if (spec.access === "stripe-signature") return [{ signature: [] }];
  if (spec.access === "email-signature") return [{ email_signature: [] }];
  if (spec.access === "sms-signature") return [{ sms_signature: [] }];
  if (spec.access === "net-suite-token") return [{ net_suite_token: [] }];
  const signedIn = [{ session: [] }, { bearer: [] }];
  return spec.access === "visitor-or-session" ? [{}, ...signedIn] : signedIn;
}

const captchaParameter = (spec: Endpoint) =>
  spec.captcha
    ? [
        {
          name: captchaHeader,
          in: "header",
          required: spec.captcha_or === undefined,
          description: `Bot-check token for the action ${spec.captcha}${spec.captcha_or ? `; or ${spec.captcha_or}` : ""}`,
          schema: { type: "string" },
        },
      ]
    : [];

const keyParameter = (spec: Endpoint) =>
  spec.has_idempotency_key
    ? [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Any text of at most 255 characters, such as a UUID; repeating it does the work once",
          schema: { type: "string", minLength: 1, maxLength: idempotencyKeyMax },
        },
      ]
    : [];

function parameters(schema: z.ZodMiniType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof property["description"] === "string" ? { description: property["description"] } : {}),
    // With `schema`, the fields of an object would be parameters of their own
    // (https://spec.openapis.org/oas/v3.1.1#style-examples).
    ...(property["type"] === "object" ? { content: jsonContent(property) } : { schema: property }),
  }));
}

/** Only text is a string: bytes have no type (https://spec.openapis.org/oas/v3.1.1#working-with-binary-data). */
const untypedContent = ({ reply_type = "text/plain" }: Endpoint): Json => ({
  [reply_type]: reply_type.startsWith("text/") ? { schema: { type: "string" } } : {},
});

function responses(spec: Endpoint): Json {
  const success = spec.reply
    ? { description: "Success", content: jsonContent(toJsonSchema(spec.reply, "output")) }
    : spec.status === 302
      ? { description: "Where to go", headers: { location: { schema: { type: "string" }, description: "Address" } } }
      : { description: "Success", content: untypedContent(spec) };
  const codes = new Map<number, string[]>();
  for (const errcode of listErrcodes(spec)) {
    for (const { status, message } of describeErrcode(errcode))
      codes.set(status, [...(codes.get(status) ?? []), `${errcode}: ${message}`]);
  }
  const refusals = [...codes].map(
    ([status, lines]) => [status, { description: lines.join("; "), content: jsonContent(ref("Error")) }] as const,
  );
  return {
    [spec.status]: success,
    ...(spec.accepted
      ? {
          202: {
            description: "A second person must agree",
            content: jsonContent(toJsonSchema(spec.accepted, "output")),
          },
        }
      : {}),
    ...(spec.body || spec.file || spec.query || spec.params
      ? { 400: { description: "Bad Request", content: jsonContent(ref("BadRequest")) } }
      : {}),
    ...Object.fromEntries(refusals),
    ...(spec.body || spec.file
      ? {
          415: {
            description: `The body is not ${spec.file ? "multipart/form-data" : "application/json"}`,
            content: jsonContent(ref("Error")),
          },
        }
      : {}),
    429: { description: "Too Many Requests", content: jsonContent(ref("TooManyRequests")) },
    503: { description: "The service is temporarily unavailable", content: jsonContent(ref("Error")) },
  };
}
