import type { BuildEnvironment } from "../../../db/enums.ts";

/** What an organization has of the product that a plugin is linked to, its other terms included. */
export type ProductFacts = {
  id: string;
  name: string;
  /** Whether it is bought again and again. */
  is_plan: boolean;
  /** An order of it with money in it. */
  has_order: boolean;
  /** A subscription that is available. */
  has_subscription: boolean;
  /** When the last subscription ended; null where there was none that somebody paid. */
  ended_at: string | null;
};

export type EntitlementFacts = {
  is_default: boolean;
  /** Null where no product is linked. */
  product: ProductFacts | null;
  /** The build in question; null where there is none. */
  version: { is_published: boolean; published_at: string | null } | null;
  /** Who may also have what is not published, and for which environment; nobody when left out (O-034). */
  tester?: { is_beta_tester: boolean; build_env: BuildEnvironment } | undefined;
};

export type Refusal = { code: "NOT_PUBLISHED" | "PURCHASE_NEEDED" | "SUBSCRIPTION_ENDED"; message: string };
export type Entitlement =
  | { allowed: true; reason: null; until?: string }
  | { allowed: false; reason: Refusal; until?: string };

/**
 * Whether an organization may have a build, and if not, why: the one rule behind manifest, downloads and screens (M19). Whatever
 * is linked to no product is everybody's; else it takes an available subscription or an order with money in it. Of a
 * subscription that has ended what was published before its end stays; `until` is that end.
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
  // Both are ISO texts in UTC with milliseconds, which compare as instants do.
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
