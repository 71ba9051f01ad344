import type { BuildEnvironment } from "../../../db/enums.ts";
import type { OfferReason } from "../../contract/entities/software.ts";

/** An organization's purchases of the product that software is linked to, including other terms of the same plan. */
export type ProductFacts = {
  id: string;
  name: string;
  is_plan: boolean;
  /** A sold order (`isSoldOrder`) with a piece of it that was not refunded. */
  has_order: boolean;
  /** An available subscription (`isAvailable`). */
  has_subscription: boolean;
  ended_at: string | null;
};

export type EntitlementFacts = {
  is_default: boolean;
  has_availability: boolean;
  product: ProductFacts | null;
  /**
   * `offered_by`: why the version is offered (offers.ts), or null; `is_stopped`: the version or one of its dependencies
   * was withdrawn.
   */
  version: { offered_by: OfferReason | null; is_stopped: boolean; published_at: string | null } | null;
  /** Beta testers also get unpublished builds outside production (O-034); omitted where that rule does not apply. */
  tester?: { is_beta_tester: boolean; build_env: BuildEnvironment } | undefined;
};

export type Refusal = { code: "NOT_PUBLISHED" | "PURCHASE_NEEDED" | "SUBSCRIPTION_ENDED"; message: string };
export type Entitlement =
  | { allowed: true; reason: null; until?: string }
  | { allowed: false; reason: Refusal; until?: string };

/**
 * Whether an organization may have a build, and if not, why: the single rule of manifest, downloads and screens (M19).
 * No organization may have software whose availability was not chosen. Default software (`is_default`) and software
 * without a linked product are free; otherwise an available subscription or an order that was paid or placed on account
 * is needed. After a paid subscription ends or is charged back, builds published before that (`until`) stay accessible,
 * unless it was fully refunded.
 */
export function decideEntitlement(facts: EntitlementFacts): Entitlement {
  const { is_default, has_availability, product, version, tester } = facts;
  const isForTesters = tester?.is_beta_tester === true && tester.build_env !== "production" && !version?.is_stopped;
  if (!version || !has_availability || (version.offered_by === null && !isForTesters))
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
