import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, expect, test } from "vitest";
import { listErrcodes } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { getOpenapi } from "../../worker/contract/ops.ts";
import * as files from "../../routes/files.ts";
import * as images from "../../routes/images.ts";
import * as ops from "../../routes/ops.ts";
import * as admin from "../../routes/v1/admin/index.ts";
import * as application from "../../routes/v1/application.ts";
import * as callbacks from "../../routes/v1/callbacks.ts";
import * as client from "../../routes/v1/client.ts";
import * as flowpoint from "../../routes/v1/flowpoint.ts";
import * as org from "../../routes/v1/org.ts";
import * as sso from "../../routes/v1/sso.ts";
import * as store from "../../routes/v1/store.ts";
import type { ApiRoute } from "../../worker/http/serve.ts";
import { visitor } from "../support/actors.ts";

type Node = Record<string, unknown>;
type Property = { where: string; name: string; schema: Node };

const anonymousClient = visitor();
let openApiDocument: Node;

beforeAll(async () => {
  openApiDocument = JSON.parse((await anonymousClient.call(getOpenapi)).text);
});

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const listEntries = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];

const listOperations = () =>
  listEntries(openApiDocument["paths"]).flatMap(([path, methods]) =>
    listEntries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** Fields of objects and parameters of calls, at every depth of the value. */
function findProperties(value: unknown, where: string): Property[] {
  if (Array.isArray(value)) return value.flatMap((each) => findProperties(each, where));
  if (!isNode(value)) return [];
  const namedFields = listEntries(value["properties"]).map(([name, schema]) => ({ where, name, schema }));
  const isParameter = typeof value["in"] === "string" && typeof value["name"] === "string";
  const ownParameter = isParameter ? [{ where, name: String(value["name"]), schema: value }] : [];
  return [...namedFields, ...ownParameter, ...Object.values(value).flatMap((each) => findProperties(each, where))];
}

const listProperties = () => [
  ...listOperations().flatMap(({ path, method, operation }) => findProperties(operation, `${method} ${path}`)),
  ...findProperties(openApiDocument["components"], "components"),
];

const findUndescribed = (isRelevant: (property: Property) => boolean, words: RegExp) =>
  listProperties()
    .filter(isRelevant)
    .filter(({ schema }) => !words.test(String(schema["description"] ?? "")))
    .map(({ where, name }) => `${name} of ${where}`);

test.each(endpoints)("$verb names no code that its access implies", (spec) => {
  const impliedCodes = listErrcodes({ ...spec, errors: [] });
  expect(spec.errors.filter((code) => impliedCodes.includes(code))).toEqual([]);
});

test("the description is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(openApiDocument));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe("3.1");
  expect(openApiDocument["openapi"]).toMatch(/^3\.1\.\d$/);
});

test("every operation has an id of its own, a summary, a tag, and says which refusals it can answer", () => {
  const ids = listOperations().map(({ operation }) => operation["operationId"]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, method, operation } of listOperations()) {
    const name = `${method} ${path}`;
    expect(operation["operationId"], name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation["summary"], name).toMatch(/^[A-Z].{5,}/);
    expect(operation["tags"], name).toHaveLength(1);
    const statuses = Object.keys(Object(operation["responses"]));
    expect(statuses, name).toEqual(expect.arrayContaining(["429", "503"]));
    if (operation["requestBody"]) expect(statuses, name).toEqual(expect.arrayContaining(["400", "415"]));
  }
});

test("every call is described, and every described call is one", () => {
  const describedCalls = listOperations().map(({ path, method }) => `${method} ${path}`);
  expect(describedCalls.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test("every mounted API route comes from a described contract", () => {
  const mountedRoutes = [admin, callbacks, client, sso, store, application, files, flowpoint, images, ops, org]
    .flatMap((area) => Object.values<ApiRoute[]>(area))
    .flat();
  expect(mountedRoutes.map(({ spec }) => `${spec.method} ${spec.path}`).toSorted()).toEqual(
    listOperations()
      .map(({ path, method }) => `${method} ${path}`)
      .toSorted(),
  );
});

test("every described call is answered by its route and not by the not-found view", async () => {
  for (const { path, method } of listOperations()) {
    const response = await anonymousClient.fetch(path.replace(/\{\w+\}/g, "1"), { method });
    const { errcode } = Object((await response.text().then(toJson)) ?? {});
    expect(errcode, `${method} ${path}`).not.toBe("PATH_NOT_FOUND");
    expect(response.status, `${method} ${path}`).toBeLessThan(500);
  }
});

test("what each call needs stands in its security: nothing, a session or bearer token, the verification cookie or a signature", () => {
  const findSecurity = (path: string, method: string) =>
    listOperations().find((each) => each.path === path && each.method === method)?.operation["security"];
  expect(findSecurity("/health", "GET")).toEqual([]);
  expect(findSecurity("/v1/sso/session", "POST")).toEqual([]);
  expect(findSecurity("/v1/admin/users", "GET")).toEqual([{ session: [] }, { bearer: [] }]);
  expect(findSecurity("/v1/sso/password-reset", "PUT")).toEqual([{ verification: [] }]);
  expect(findSecurity("/v1/store/products", "GET")).toEqual([{}, { session: [] }, { bearer: [] }]);
  expect(findSecurity("/v1/callbacks/stripe/charge/refunded", "POST")).toEqual([{ signature: [] }]);
  expect(findSecurity("/v1/callbacks/email", "POST")).toEqual([{ email_signature: [] }]);
  expect(findSecurity("/v1/callbacks/sms", "POST")).toEqual([{ sms_signature: [] }]);
  expect(Object.keys(Object(Object(openApiDocument["components"])["securitySchemes"])).toSorted()).toEqual([
    "bearer",
    "email_signature",
    "net_suite_token",
    "session",
    "signature",
    "sms_signature",
    "verification",
  ]);
});

test("the bot-check header stands at the three calls that need it", () => {
  const guardedCalls = listOperations().filter(({ operation }) =>
    JSON.stringify(operation["parameters"]).includes("x-captcha-token"),
  );
  expect(guardedCalls.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual([
    "POST /v1/sso/account-request",
    "POST /v1/sso/password-reset",
    "POST /v1/sso/session",
  ]);
});

test("a filter that is an object is described as JSON, not as parameters of its fields", () => {
  const list = listOperations().find(({ operation }) => operation["operationId"] === "listNotifications");
  const parameters: unknown = list?.operation["parameters"];
  const filter = Array.isArray(parameters) ? parameters.find((each) => Object(each).name === "created_at") : undefined;
  expect(filter).toMatchObject({ content: { "application/json": { schema: { type: "object" } } } });
  expect(filter).not.toHaveProperty("schema");
});

test("a file has no type, because its bytes are no text", () => {
  const download = listOperations().find(({ operation }) => operation["operationId"] === "downloadInvoice");
  expect(Object(Object(download?.operation["responses"])["200"]).content).toEqual({ "application/pdf": {} });
});

test("money says that it is cents, instants that they are UTC, and numbers what they count", () => {
  const isMoney = ({ name }: Property) =>
    /amount|price|total|tax|cents/.test(name) && !/_(name|rate|details|levels|code)$/.test(name);
  const isRate = ({ name }: Property) => name.endsWith("_rate");
  const isInstant = ({ schema }: Property) => schema["format"] === "date-time";
  const isNumber = ({ schema }: Property) => schema["type"] === "integer" || schema["type"] === "number";
  expect(findUndescribed(isMoney, /US cents/)).toEqual([]);
  // Instants share one schema, so a description of one field must not appear on the others.
  expect(findUndescribed(({ name, schema }) => name === "created_at" && !("in" in schema), /UTC/)).toEqual([]);
  expect(findUndescribed(isRate, /percent/i)).toEqual([]);
  expect(findUndescribed(isInstant, /UTC/)).toEqual([]);
  expect(findUndescribed(isNumber, /\w/)).toEqual([]);
});

test("every field says what it is, by its contract or by its name", () => {
  // Fields that mean the same everywhere are described in worker/http/description/field-descriptions.ts.
  expect(findUndescribed(({ where }) => where !== "components", /\w/)).toEqual([]);
});

test("texts that a caller sends have a bound", () => {
  const unbounded = listOperations().flatMap(({ path, method, operation }) => {
    const inputProperties = [
      ...findProperties(operation["requestBody"], path),
      ...findProperties(operation["parameters"], path),
    ];
    const texts = inputProperties.map((each) => ({
      ...each,
      schema: isNode(each.schema["schema"]) ? each.schema["schema"] : each.schema,
    }));
    const isUnbounded = ({ schema }: Property) =>
      schema["type"] === "string" &&
      ["maxLength", "enum", "format", "const", "pattern"].every((bound) => !(bound in schema));
    return texts.filter(isUnbounded).map(({ name }) => `${name} of ${method} ${path}`);
  });
  expect(unbounded.filter((name) => !name.startsWith("x-captcha-token"))).toEqual([]);
});

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
