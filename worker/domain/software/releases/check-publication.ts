import satisfies from "semver/functions/satisfies.js";
import type * as z from "zod/mini";
import type { publishCheckShape } from "../../../contract/entities/release.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/releases.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ReadCtx } from "../../context.ts";
import { findNewest } from "../builds.ts";
import { toStoredFile } from "../downloads/find-file.ts";
import { decideEntitlement } from "../entitlement.ts";
import { type Facts, readFacts } from "./publication-facts.ts";
import { refusalFor, type Stage, getVersionState } from "./publication.ts";

export type PublishCheck = z.output<z.ZodMiniObject<typeof publishCheckShape>>;

const keepingMax = 100;

const publishedStage: Stage = { stage: "published", org_ids: undefined, percent: undefined };

/**
 * Preview of publishing a version, or of a stage before that: its audience, the organizations that keep an older
 * version and why, and the blockers that the stage would report.
 */
export async function checkPublication(
  ctx: ReadCtx,
  id: string,
  stage: InputOf<typeof contract.checkPublication>["query"] = publishedStage,
): Promise<PublishCheck> {
  const [publication, state] = await Promise.all([readFacts(ctx, id, stage), getVersionState(ctx, id, stage)]);
  const hasFile = await ctx.gateways.files.requireFile(toStoredFile({ version_id: id, size: publication.size })).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      return false;
    },
  );
  const refusal = refusalFor(state, { stage: stage.stage, notes: undefined });
  const outdatedOrganizations = listOutdated(publication);
  const keepingOrganizations = [...listEnded(publication), ...outdatedOrganizations].toSorted((a, b) =>
    a.org_name < b.org_name ? -1 : 1,
  );
  const organizations = publication.organizations - outdatedOrganizations.length;
  return {
    version_id: id,
    version: publication.version,
    is_published: publication.is_published,
    check: publication.check,
    replaces: findNewest(publication.others)?.version ?? null,
    blockers: refusal ? [{ errcode: refusal.errcode, message: refusal.message }] : [],
    missing: publication.missing,
    warnings: buildWarnings(publication, organizations, hasFile),
    organizations,
    people: publication.people,
    keeping_count: keepingOrganizations.length,
    keeping: keepingOrganizations.slice(0, keepingMax),
    waiting: publication.waiting,
  };
}

const isCompatible = (range: string | null, version: string): boolean =>
  range === null || satisfies(version, range, { includePrerelease: true });

type Keeping = PublishCheck["keeping"];

/** Organizations whose subscription has ended and that keep an older version. */
const listEnded = ({ is_default, product, others, ended: rows }: Facts): Keeping =>
  rows.flatMap(({ ended_at, ...row }) => {
    const endedProduct = {
      id: "",
      name: product?.name ?? "",
      is_plan: true,
      has_order: false,
      has_subscription: false,
      ended_at,
    };
    const entitledVersions = others.filter(
      ({ published_at }) =>
        decideEntitlement({
          is_default,
          has_availability: true,
          product: endedProduct,
          version: { offered_by: "published", is_stopped: false, published_at },
        }).allowed,
    );
    const bestVersion = findNewest(entitledVersions);
    const message = `Their subscription to ${endedProduct.name} has ended.`;
    return bestVersion ? [{ ...row, version: bestVersion.version, code: "SUBSCRIPTION_ENDED", message }] : [];
  });

/**
 * Organizations that keep an older version because their app is too old for this one. An organization that never
 * downloaded the app counts as up to date.
 */
const listOutdated = ({ range, others, apps }: Facts): Keeping =>
  apps.flatMap(({ versions, ...row }) => {
    const app = findNewest(versions);
    if (!app || isCompatible(range, app.version)) return [];
    const bestVersion = findNewest(others.filter((other) => isCompatible(other.range, app.version)));
    const message = `It needs Flowpoint ${range}; they last downloaded ${app.version}.`;
    return bestVersion ? [{ ...row, version: bestVersion.version, code: "APP_TOO_OLD", message }] : [];
  });

function buildWarnings(publication: Facts, organizations: number, hasFile: boolean): PublishCheck["warnings"] {
  const { version, kind, range, others, app_versions, product } = publication;
  const newer = findNewest([...others, { version, range, published_at: "" }]);
  const newestApp = findNewest(app_versions);
  const warn = (isNeeded: boolean, code: PublishCheck["warnings"][number]["code"], message: string) =>
    isNeeded ? [{ code, message }] : [];
  return [
    ...warn(
      newer !== undefined && newer.version !== version,
      "NEWER_IS_PUBLISHED",
      `${newer?.version} is newer and already published, so ${version} will not be offered by itself.`,
    ),
    ...warn(
      kind === "plugin" && !app_versions.some((each) => isCompatible(range, each.version)),
      "APP_NOT_PUBLISHED",
      `It needs Flowpoint ${range}; the newest published version is ${newestApp?.version ?? "none"}.`,
    ),
    ...warn(
      product?.is_published === false,
      "PRODUCT_NOT_PUBLISHED",
      `${product?.name}, which unlocks it, is not in the store.`,
    ),
    ...warn(!hasFile, "FILE_MISSING", "Its file is missing from storage, so downloads would fail."),
    ...warn(kind !== "dependency" && organizations === 0, "NOBODY_GETS_IT", "No organization may have it now."),
  ];
}
