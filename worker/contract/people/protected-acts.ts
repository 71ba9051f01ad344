/**
 * Acts that could take an account or money over, with their calls. They need a sign-in of the last 15 minutes from
 * everybody with a passkey or an authenticator app. `tests/v1/sso/fresh-sign-in.test.ts` fails for a call of
 * these areas that is in neither of its lists.
 */
export const protectedActs = {
  change_email: ["POST /v1/sso/user/email-change", "POST /v1/admin/users/{user_id}/email-change"],
  /** The use cases check the sign-in, because adding the first factor needs a fresh one, too. */
  change_factors: [
    "POST /v1/sso/user/passkeys/options",
    "POST /v1/sso/user/passkeys",
    "PUT /v1/sso/user/passkeys/{id}",
    "DELETE /v1/sso/user/passkeys/{id}",
    "POST /v1/sso/user/totp",
    "PUT /v1/sso/user/totp",
    "DELETE /v1/sso/user/totp",
    "POST /v1/sso/user/backup-codes",
  ],
  hand_out_links: [
    "POST /v1/admin/users/{user_id}/password-reset",
    "POST /v1/admin/users/{user_id}/verification-url",
    "POST /v1/admin/users/set-up-links",
    "POST /v1/admin/users/{user_id}/second-factor/recovery",
  ],
  change_people: [
    "POST /v1/org/users",
    "PUT /v1/org/users/{id}",
    "POST /v1/org/users/{id}/inactivate",
    "POST /v1/org/users/{id}/reactivate",
    "POST /v1/admin/users",
    "PUT /v1/admin/users/{user_id}",
    "POST /v1/admin/users/inactivate",
    "POST /v1/admin/users/{user_id}/inactivate",
    "POST /v1/admin/users/{user_id}/reactivate",
    "PUT /v1/admin/staff/{user_id}",
    "POST /v1/admin/account-requests/{request_id}/approve",
    "POST /v1/admin/account-requests/approve",
  ],
  change_payment_methods: [
    "GET /v1/client/billing/setup-checkout",
    "GET /v1/client/billing/portal",
    "DELETE /v1/client/billing/payment-methods/{payment_method_id}",
    "PUT /v1/client/subscriptions/{subscription_id}/payment-method",
  ],
  /** A thief could lock colleagues out with a rule, or remove the rule that protects the organization. */
  change_rules: ["PUT /v1/client/org"],
  act_as_customer: ["POST /v1/sso/impersonate-session"],
  publish_versions: [
    "POST /v1/admin/versions/{id}/publish",
    "POST /v1/admin/versions/{id}/stage",
    "POST /v1/admin/versions/{id}/withdraw",
  ],
  /** Includes the payment terms and the credit limit of an organization. */
  change_prices: [
    "POST /v1/admin/organizations",
    "PUT /v1/admin/organizations/{org_id}",
    "POST /v1/admin/organizations/price-level",
    "POST /v1/admin/products",
    "PUT /v1/admin/products/{product_id}",
    "PUT /v1/admin/product-prices",
    "POST /v1/admin/product-imports/{id}/confirm",
    "POST /v1/admin/products/{product_id}/scheduled-prices",
    "DELETE /v1/admin/products/{product_id}/scheduled-prices/{id}",
    "POST /v1/admin/price-levels",
    "PUT /v1/admin/price-levels/{id}",
    "DELETE /v1/admin/price-levels/{id}",
    "POST /v1/admin/quotes/{id}/send",
  ],
  /** Refunds of an order above 1,000 dollars within 24 hours; the use case knows the sum. */
  refund_much: [
    "POST /v1/admin/orders/{order_id}/refund",
    "POST /v1/admin/orders/{order_id}/refund/paid-back",
    "POST /v1/admin/orders/{order_id}/refund/retry",
    "POST /v1/admin/orders/{order_id}/cancel",
    "POST /v1/admin/refund-approvals/{id}/approve",
  ],
} as const satisfies Record<string, readonly string[]>;

const organizationTerms = ["price_level_name", "payment_terms_days", "credit_limit"] as const;

/** Calls that are protected only if their body changes one of these fields. */
export const protectedFieldsByCall: Readonly<Record<string, readonly string[]>> = {
  "PUT /v1/client/org": ["require_second_factor_from"],
  "PUT /v1/org/users/{id}": ["roles"],
  "PUT /v1/admin/users/{user_id}": ["roles", "org_id"],
  "POST /v1/admin/organizations": organizationTerms,
  "PUT /v1/admin/organizations/{org_id}": organizationTerms,
  "PUT /v1/admin/products/{product_id}": ["price_levels"],
};

/**
 * Calls whose use cases check the sign-in: the check depends on a sum, applies to a first factor, or also protects
 * pages.
 */
const callsCheckedInUseCase: readonly string[] = [
  ...protectedActs.refund_much,
  ...protectedActs.change_factors,
  "GET /v1/client/billing/setup-checkout",
  "GET /v1/client/billing/portal",
];
const protectedCalls: readonly string[] = Object.values(protectedActs).flat();

type CallSpec = { method?: string | undefined; path?: string | undefined; call?: string | undefined };
export type Protection = { name: string; fields: readonly string[] | undefined };

const callName = ({ method, path, call }: CallSpec): string => call ?? `${method} ${path}`;

type ChangedRecord = { table: "users" | "organizations" | "products"; id: string } | "new";

/**
 * Rows with the current values of the fields of a call: `id` is the path parameter that names the row; "new" has no
 * values yet. For a call without a row, a body that contains one of the fields changes it.
 */
export const recordByCall: Readonly<Record<string, ChangedRecord>> = {
  "POST /v1/admin/organizations": "new",
  "PUT /v1/org/users/{id}": { table: "users", id: "id" },
  "PUT /v1/admin/users/{user_id}": { table: "users", id: "user_id" },
  "PUT /v1/admin/organizations/{org_id}": { table: "organizations", id: "org_id" },
  "PUT /v1/admin/products/{product_id}": { table: "products", id: "product_id" },
};

/** Undefined if the call is not protected, or if its use case checks the sign-in. */
export function findProtection(spec: CallSpec): Protection | undefined {
  const name = callName(spec);
  return protectedCalls.includes(name) && !callsCheckedInUseCase.includes(name)
    ? { name, fields: protectedFieldsByCall[name] }
    : undefined;
}

export const mayNeedFreshSignIn = (spec: CallSpec): boolean => protectedCalls.includes(callName(spec));

type Values = Readonly<Record<string, unknown>>;

/** An omitted field does not change; without `current` every field in the body counts as changed. */
export const hasChangeIn = (fields: readonly string[], body: Values, current: Values | undefined): boolean =>
  fields.some(
    (field) => body[field] !== undefined && (!current || toComparable(body[field]) !== toComparable(current[field])),
  );

/** Comparable form of a value: the order of a list does not count, and an empty text equals null. */
function toComparable(value: unknown): string {
  if (value === "" || value === null || value === undefined) return "null";
  if (Array.isArray(value)) return JSON.stringify(value.toSorted());
  return JSON.stringify(typeof value === "object" ? Object.entries(value).toSorted() : value);
}

/** US cents; above this sum of an order's refunds within 24 hours, `refund_much` applies. */
export const refundMuchAbove = 100_000;
