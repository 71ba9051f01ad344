import type { Call, FilePart } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { isConsoleAccess } from "../../worker/contract/people/permissions.ts";
import { workerUrl } from "../../tests/support/app.ts";
import { query } from "../../tests/support/database.ts";
import { createSession, createUser } from "../../tests/support/factories.ts";
import { png } from "../../tests/support/pictures/png.ts";
import { nobody, validInput } from "../../tests/contract/calls/valid-input.ts";
import type { Ids } from "../../tests/contract/calls/row.ts";
import { one } from "./one.ts";
import { first, last, otherInputs } from "./demo-inputs.ts";

export type Asked = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
export type Recorded = Asked & { reply?: unknown };
type Who = "visitor" | "customer" | "administrator";
type Answered = { status: number; body: unknown };
type Step = { spec: Call; who: Who; input: () => Promise<Asked> };
export type Shop = {
  plan(): Promise<Step[]>;
  send(spec: Call, who: Who, asked: Asked): Promise<Answered>;
  /** A response is input for later calls. */
  remember(spec: Call, body: unknown): void;
};

/** Start or end a session, or return no JSON. Access excludes calls with a cookie or signature. */
const left = ["startImpersonation", "exchangeCode", "getMetrics", "getOpenapi", "downloadFile", "openImage"];
/** Reads run before writes. */
const methods = { GET: 100, PUT: 200, POST: 300, DELETE: 400 };

/** Examples show text fields only. */
const withoutFiles = (body: unknown) =>
  Object.fromEntries(Object.entries(Object(body)).filter(([, value]) => !(value instanceof Blob)));

const productsFile = 'sku,name,type,"Price: Base Price"\nAQ-20,Aquila 20,hardware,1299.00\n';

function formOf({ name, types }: FilePart, body: unknown): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(Object(body))) form.append(field, String(value));
  const file = types.includes("text/csv")
    ? new File([productsFile], "products.csv", { type: "text/csv" })
    : new Blob([png({ width: 800, height: 600 })]);
  form.append(name, file);
  return form;
}

/** Greta Lindqvist of Globex, and Ada Nilsson of CGX. */
export async function enterShop(): Promise<Shop> {
  const person = (email: string) => one("select id from users where email = $1", [email]);
  const [greta, ada] = [await person("owner@globex.test"), await person("admin@cgx.test")];
  // Some calls refuse the token of the desktop app.
  const sessions: Record<Who, string | undefined> = {
    visitor: undefined,
    customer: await createSession(greta, "cookie"),
    administrator: await createSession(ada, "cookie"),
  };

  async function send(spec: Call, who: Who, { params = {}, query: asked = {}, body }: Asked): Promise<Answered> {
    const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const session = sessions[who];
    const response = await fetch(`${workerUrl}${path}?${new URLSearchParams(asked)}`, {
      method: spec.method,
      redirect: "manual",
      headers: {
        "sec-fetch-site": "same-origin",
        ...(session ? { cookie: `__Host-session=${session}` } : {}),
        ...(spec.captcha ? { "x-captcha-token": "a-token-that-passes" } : {}),
        ...(body === undefined || spec.file ? {} : { "content-type": "application/json" }),
      },
      ...(spec.file ? { body: formOf(spec.file, body) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: spec.reply || response.status >= 400 ? JSON.parse(text) : text };
  }

  const org_id = await one("select org_id as id from users where id = $1", [greta]);
  const own = (table: string) =>
    one(`select id from ${table} where org_id = $1 order by created_at desc, id limit 1`, [org_id]);
  const ids: Required<Ids> = {
    ...nobody(),
    user_id: await createUser({ org_id, email: "mei.tanaka@globex.test", roles: ["user"] }).then(({ id }) =>
      query("update users set first_name = 'Mei', last_name = 'Tanaka' where id = $1", [id]).then(() => id),
    ),
    org_id,
    request_id: await one("select id from account_requests where status = 'pending' order by email limit 1"),
    product_id: await one("select id from products where sku = 'CGX-SP100'"),
    order_id: await own("orders"),
    invoice_id: await own("invoices"),
    subscription_id: await own("subscriptions"),
    device_id: await own("devices"),
    serial_number: await one("select serial as id from devices where org_id = $1 order by serial limit 1", [org_id]),
  };
  const version_id = await one("select id from software_versions where is_published order by id limit 1");
  const named: Record<string, string> = {
    "{plugin}": await one("select id from software where kind = 'plugin' order by id limit 1"),
    "{dependency}": await one("select id from software where kind = 'dependency' order by id limit 1"),
    "{version}": version_id,
  };

  const idOf = ({ path }: Call): string => {
    if (path.includes("/plugins/{id}")) return named["{plugin}"] ?? "";
    if (path.includes("/dependency/{id}")) return named["{dependency}"] ?? "";
    if (path.includes("/versions/{id}") || path.includes("/version/{id}")) return version_id;
    if (path.includes("org-products/{id}")) return ids.device_id;
    return path.startsWith("/v1/org/users") ? ids.user_id : ids.product_id;
  };

  const paramsOf = (spec: Call): Record<string, string> => {
    const all: Record<string, string> = {
      ...ids,
      id: idOf(spec),
      name: "flowpoint",
      object_id: version_id,
      client: "crunchbox",
    };
    return Object.fromEntries([...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, all[name] ?? ""]));
  };

  const whoOf = ({ access }: Call): Who =>
    isConsoleAccess(access) || access === "admin-behind-session"
      ? "administrator"
      : access === "public" || access === "visitor-or-session"
        ? "visitor"
        : "customer";

  const inputOf = (spec: Call): Asked => {
    const params = paramsOf(spec);
    const body = spec.body ? withoutFiles(validInput(spec, ids).body) : undefined;
    const isList =
      spec.method === "GET" && JSON.stringify(Object.keys(Object(spec.reply?._zod.def).shape ?? {})).includes('"meta"');
    return {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(isList && spec.query?.safeParse({ limit: "1" }).success ? { query: { limit: "1" } } : {}),
      ...(body === undefined ? {} : { body }),
    };
  };

  const seenValues = new Map<string, unknown>();
  const other = await otherInputs(org_id, greta);

  async function plan(): Promise<Step[]> {
    const usable = endpoints.filter(
      ({ verb, access, method }) =>
        method !== "DELETE" && !left.includes(verb) && !/signature|verify:|token/.test(access),
    );
    const rank = (verb: string, method: Call["method"]) =>
      first.includes(verb) ? first.indexOf(verb) : last.includes(verb) ? 900 + last.indexOf(verb) : methods[method];
    return usable
      .toSorted((one_, other_) => rank(one_.verb, one_.method) - rank(other_.verb, other_.method))
      .map((spec) => ({
        spec,
        who: whoOf(spec),
        input: async () => ({
          ...inputOf(spec),
          ...(await other[spec.verb]?.((verb) => Object(seenValues.get(verb)))),
        }),
      }));
  }

  return { plan, send, remember: ({ verb }, body) => void seenValues.set(verb, body) };
}
