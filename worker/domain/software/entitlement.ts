import type { BuildEnvironment } from "../../../db/enums.ts";

/** An organization's purchases of the product that a plugin is linked to, other terms of the plan included. */
export type ProductFacts = {
  id: string;
  name: string;
  is_plan: boolean;
  /** An order with a payment. */
  has_order: boolean;
  /** An available subscription. */
  has_subscription: boolean;
  ended_at: string | null;
};

export type EntitlementFacts = {
  is_default: boolean;
  product: ProductFacts | null;
  version: { is_published: boolean; published_at: string | null } | null;
  /** By default only published builds (O-034). */
  tester?: { is_beta_tester: boolean; build_env: BuildEnvironment } | undefined;
};

export type Refusal = { code: "NOT_PUBLISHED" | "PURCHASE_NEEDED" | "SUBSCRIPTION_ENDED"; message: string };
export type Entitlement =
  | { allowed: true; reason: null; until?: string }
  | { allowed: false; reason: Refusal; until?: string };

/**
 * Whether an organization may have a build, and if not, why: the single rule of manifest, downloads and screens (M19).
 * Software without a linked product is free; otherwise an available subscription or a paid order is needed. After a
 * subscription ends, builds published before its end (`until`) stay accessible.
 */
export function decideEntitlement({ is_default, product, version, tester }: EntitlementFacts): Entitlement {
  const isForTesters = tester?.is_beta_tester === true && tester.build_env !== "production";
  if (!version || (!version.is_published && !isForTesters))
    return refuse("NOT_PUBLISHED", "No version is published yet.");
  if (is_default || !product || product.has_subscription || product.has_order) return { allowed: true, reason: null };
  const { ended_at: until, name } = product;
  if (until === null)
    return refuse(
      "PURCHASE_NEEDED",
      product.is_plan ? `It comes with ${name}. Subscribe to get it.` : `It comes with ${name}, which is bought once.`,
    );
  // ISO timestamps in UTC with milliseconds sort like instants.
  if (version.published_at !== null && version.published_at < until) return { allowed: true, reason: null, until };
  return {
    ...refuse("SUBSCRIPTION_ENDED", `Your subscription to ${name} has ended. Subscribe again to get newer versions.`),
    until,
  };
}

const refuse = (code: Refusal["code"], message: string): { allowed: false; reason: Refusal } => ({
  allowed: false,
  reason: { code, message },
});
