import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";
import { isStaffPermission } from "../../worker/contract/people/permissions.ts";
import { calls } from "./calls/index.ts";

/** The specification names a role where a contract names a permission. */
const roleByPermission: Record<string, string> = {
  use_console: "admin",
  manage_people: "org",
  manage_organization: "org",
  buy: "org-or-buyer",
  approve: "org-or-buyer",
  see_billing: "org-or-buyer",
  manage_devices: "org-or-buyer",
};

type SchemaNode = { _zod: { def: SchemaDefinition } };
type SchemaDefinition = { shape?: Record<string, unknown>; innerType?: SchemaNode; out?: SchemaNode };

function listFields(def: SchemaDefinition | undefined): string {
  const inner = def?.innerType ?? def?.out;
  return inner ? listFields(inner._zod.def) : Object.keys(def?.shape ?? {}).join(", ");
}

const comparePaths = (one: string[], other: string[]) => (`${one[1]} ${one[0]}` < `${other[1]} ${other[0]}` ? -1 : 1);

test("the contracts name exactly the calls of the specification, with their guards and bodies", () => {
  const contracts = endpoints.map((spec) => {
    // zod stores the fields of an object in its definition, which its public types do not describe.
    const def = spec.body?._zod.def as SchemaDefinition | undefined;
    return [
      spec.method,
      spec.path,
      isStaffPermission(spec.access) ? "admin" : (roleByPermission[spec.access] ?? spec.access),
      spec.captcha ?? "",
      listFields(def),
    ];
  });
  const specifiedCalls = Object.entries(calls).map(([call, { access, captcha = "", fields = "" }]) => [
    ...call.split(" "),
    access,
    captcha,
    fields,
  ]);
  expect(contracts.toSorted(comparePaths)).toEqual(specifiedCalls.toSorted(comparePaths));
});

test("no two calls share a verb or an address", () => {
  expect(new Set(endpoints.map(({ verb }) => verb)).size).toBe(endpoints.length);
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
});

test("what makes a resource and answers it in full is a 201, and a body over 10,240 bytes is too long for the log alone", () => {
  const statuses = endpoints
    .filter(({ method, status }) => method === "POST" && status === 201)
    .map(({ path }) => path);
  expect(statuses.toSorted()).toEqual([
    "/v1/admin/audiences",
    "/v1/admin/industries",
    "/v1/admin/legal-texts",
    "/v1/admin/license-agreements",
    "/v1/admin/organizations",
    "/v1/admin/organizations/{org_id}/org-products",
    "/v1/admin/price-levels",
    "/v1/admin/product-imports",
    "/v1/admin/products",
    "/v1/admin/products/{product_id}/images",
    "/v1/admin/products/{product_id}/scheduled-prices",
    "/v1/admin/quotes",
    "/v1/admin/quotes/{id}/messages",
    "/v1/admin/shipping-rates",
    "/v1/admin/software",
    "/v1/admin/subscriptions",
    "/v1/admin/users",
    "/v1/admin/users/{user_id}/second-factor/recovery",
    "/v1/client/approval-rules",
    "/v1/client/orders",
    "/v1/client/org-products",
    "/v1/client/quotes/{id}/messages",
    "/v1/org/users",
    "/v1/sso/impersonate-session",
    "/v1/sso/session",
    "/v1/sso/session/passkey",
    "/v1/sso/session/second-factor",
    "/v1/sso/user/backup-codes",
    "/v1/sso/user/passkeys",
    "/v1/sso/user/totp",
    "/v1/store/approval-requests",
    "/v1/store/quotes",
  ]);
  const callsWithLimit = endpoints.filter(({ body_bytes_max }) => body_bytes_max !== undefined);
  expect(callsWithLimit.map(({ path, body_bytes_max }) => [path, body_bytes_max])).toEqual([
    ["/v1/admin/legal-texts", 1_048_576],
    ["/v1/admin/license-agreements", 1_048_576],
    ["/v1/admin/product-prices", 262_144],
    ["/v1/application/logs", 10_240],
  ]);
});
