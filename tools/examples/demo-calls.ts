import type { Call, FilePart } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { isConsoleAccess } from "../../worker/contract/people/permissions.ts";
import { workerUrl } from "../../tests/support/app.ts";
import { query } from "../../tests/support/database.ts";
import { createSession, createUser } from "../../tests/support/factories.ts";
import { buildPng } from "../../tests/support/pictures/png.ts";
import { createUnknownIds, buildValidInput } from "../../tests/contract/calls/valid-input.ts";
import type { Ids } from "../../tests/contract/calls/row.ts";
import { selectId } from "./one.ts";
import { firstCalls, lastCalls, prepareInputs } from "./demo-inputs.ts";

export type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
export type RecordedCall = CallInput & { reply?: unknown };
type ActorKind = "visitor" | "customer" | "administrator";
type CallReply = { status: number; body: unknown };
type Step = { spec: Call; who: ActorKind; input: () => Promise<CallInput> };
export type Shop = {
  plan(): Promise<Step[]>;
  send(spec: Call, who: ActorKind, asked: CallInput): Promise<CallReply>;
  /** Saves a response as input for later calls. */
  remember(spec: Call, body: unknown): void;
};

/**
 * Calls that start a session or exchange a code for one, return no JSON, or return the whole API description. `plan`
 * also skips DELETE calls, and calls whose access needs a signature, a verification code or a token.
 */
const skippedCalls = ["startImpersonation", "exchangeCode", "getMetrics", "getOpenapi", "downloadFile", "openImage"];
/** Reads run before writes. */
const methodRanks = { GET: 100, PUT: 200, POST: 300, DELETE: 400 };

/** Examples show text fields only. */
const withoutFiles = (body: unknown) =>
  Object.fromEntries(Object.entries(Object(body)).filter(([, value]) => !(value instanceof Blob)));

const productsFile = 'sku,name,type,"Price: Base Price"\nAQ-20,Aquila 20,hardware,1299.00\n';

function buildForm({ name, types }: FilePart, body: unknown): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(Object(body))) form.append(field, String(value));
  const file = types.includes("text/csv")
    ? new File([productsFile], "products.csv", { type: "text/csv" })
    : new Blob([buildPng({ width: 800, height: 600 })]);
  form.append(name, file);
  return form;
}

/** Calls the demo shop as Greta Lindqvist of Globex, a customer, and as Ada Nilsson of CGX, an administrator. */
export async function createDemoShop(): Promise<Shop> {
  const findUserId = (email: string) => selectId("select id from users where email = $1", [email]);
  const [greta, ada] = [await findUserId("owner@globex.test"), await findUserId("admin@cgx.test")];
  // The sessions are cookies, because some calls refuse the token of the desktop app.
  const sessions: Record<ActorKind, string | undefined> = {
    visitor: undefined,
    customer: await createSession(greta, "cookie"),
    administrator: await createSession(ada, "cookie"),
  };

  async function send(
    spec: Call,
    who: ActorKind,
    { params = {}, query: queryFields = {}, body }: CallInput,
  ): Promise<CallReply> {
    const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const session = sessions[who];
    const response = await fetch(`${workerUrl}${path}?${new URLSearchParams(queryFields)}`, {
      method: spec.method,
      redirect: "manual",
      headers: {
        "sec-fetch-site": "same-origin",
        ...(session ? { cookie: `__Host-session=${session}` } : {}),
        ...(spec.captcha ? { "x-captcha-token": "a-token-that-passes" } : {}),
        ...(body === undefined || spec.file ? {} : { "content-type": "application/json" }),
      },
      ...(spec.file ? { body: buildForm(spec.file, body) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: spec.reply || response.status >= 400 ? JSON.parse(text) : text };
  }

  const org_id = await selectId("select org_id as id from users where id = $1", [greta]);
  const findNewestId = (table: string) =>
    selectId(`select id from ${table} where org_id = $1 order by created_at desc, id limit 1`, [org_id]);
  const ids: Required<Ids> = {
    ...createUnknownIds(),
    user_id: await createUser({ org_id, email: "mei.tanaka@globex.test", roles: ["user"] }).then(({ id }) =>
      query("update users set first_name = 'Mei', last_name = 'Tanaka' where id = $1", [id]).then(() => id),
    ),
    org_id,
    request_id: await selectId("select id from account_requests where status = 'pending' order by email limit 1"),
    product_id: await selectId("select id from products where sku = 'CGX-SP100'"),
    order_id: await findNewestId("orders"),
    invoice_id: await findNewestId("invoices"),
    subscription_id: await findNewestId("subscriptions"),
    device_id: await findNewestId("devices"),
    serial_number: await selectId("select serial as id from devices where org_id = $1 order by serial limit 1", [
      org_id,
    ]),
  };
  const version_id = await selectId("select id from software_versions where is_published order by id limit 1");
  const softwareIds: Record<string, string> = {
    "{plugin}": await selectId("select id from software where kind = 'plugin' order by id limit 1"),
    "{dependency}": await selectId("select id from software where kind = 'dependency' order by id limit 1"),
    "{version}": version_id,
  };

  const idFor = ({ path }: Call): string => {
    if (path.includes("/plugins/{id}")) return softwareIds["{plugin}"] ?? "";
    if (path.includes("/dependency/{id}")) return softwareIds["{dependency}"] ?? "";
    if (path.includes("/versions/{id}") || path.includes("/version/{id}")) return version_id;
    if (path.includes("org-products/{id}")) return ids.device_id;
    return path.startsWith("/v1/org/users") ? ids.user_id : ids.product_id;
  };

  const paramsFor = (spec: Call): Record<string, string> => {
    const paramValues: Record<string, string> = {
      ...ids,
      id: idFor(spec),
      name: "flowpoint",
      object_id: version_id,
      client: "crunchbox",
    };
    return Object.fromEntries(
      [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, paramValues[name] ?? ""]),
    );
  };

  const actorKindFor = ({ access }: Call): ActorKind =>
    isConsoleAccess(access) || access === "admin-behind-session"
      ? "administrator"
      : access === "public" || access === "visitor-or-session"
        ? "visitor"
        : "customer";

  const inputFor = (spec: Call): CallInput => {
    const params = paramsFor(spec);
    const body = spec.body ? withoutFiles(buildValidInput(spec, ids).body) : undefined;
    const isList =
      spec.method === "GET" && JSON.stringify(Object.keys(Object(spec.reply?._zod.def).shape ?? {})).includes('"meta"');
    return {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(isList && spec.query?.safeParse({ limit: "1" }).success ? { query: { limit: "1" } } : {}),
      ...(body === undefined ? {} : { body }),
    };
  };

  const replies = new Map<string, unknown>();
  const specialInputs = await prepareInputs(org_id, greta);

  async function plan(): Promise<Step[]> {
    const recordable = endpoints.filter(
      ({ verb, access, method }) =>
        method !== "DELETE" && !skippedCalls.includes(verb) && !/signature|verify:|token/.test(access),
    );
    const rank = (verb: string, method: Call["method"]) =>
      firstCalls.includes(verb)
        ? firstCalls.indexOf(verb)
        : lastCalls.includes(verb)
          ? 900 + lastCalls.indexOf(verb)
          : methodRanks[method];
    return recordable
      .toSorted((one_, b) => rank(one_.verb, one_.method) - rank(b.verb, b.method))
      .map((spec) => ({
        spec,
        who: actorKindFor(spec),
        input: async () => ({
          ...inputFor(spec),
          ...(await specialInputs[spec.verb]?.((verb) => Object(replies.get(verb)))),
        }),
      }));
  }

  return { plan, send, remember: ({ verb }, body) => void replies.set(verb, body) };
}
