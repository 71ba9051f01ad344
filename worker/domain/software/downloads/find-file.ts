import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { offerReasons } from "../../../contract/entities/software.ts";
import { versionWithdrawn } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { decideEntitlement } from "../entitlement.ts";
import { ownedPart, productFacts, productFactsShape } from "../entitlement-rows.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";
import { offerReason } from "../../offers.ts";
import { hasPermission } from "../../permissions.ts";

const fileRow = () =>
  z.object({
    version_id: z.string(),
    software_id: z.string(),
    kind: z.enum(softwareKinds),
    version: z.string(),
    offered_by: z.nullable(z.enum(offerReasons)),
    /** Why the version, or one that it depends on, was withdrawn; null if none was. */
    withdrawal_reason: z.nullable(z.string()),
    published_at: z.nullable(z.string()),
    file_name: z.string(),
    size: z.int(),
    sha256: z.string(),
    is_default: z.boolean(),
    has_availability: z.boolean(),
    product: productFactsShape(),
    is_beta_tester: z.boolean(),
    /** Database clock, in whole seconds since 1970. */
    now_s: z.int(),
    is_begun: z.boolean(),
  });
export type FileRow = RowOf<typeof fileRow>;

type FileQuery = {
  version_id: SQL | string;
  user_id: SQL | string;
  org_id: SQL | string;
  download_id?: string;
};

/** Undefined for a missing or deleted version, or a user who is not active in the organization. */
export function findFile(
  ctx: ReadCtx,
  { version_id, user_id, org_id, download_id }: FileQuery,
): Promise<FileRow | undefined> {
  const is_beta_tester = hasPermission("u.roles", "get_prereleases");
  return maybeOne(
    ctx,
    fileRow,
    sql`
    with ${ownedPart(sql`${org_id}::uuid`)}
    select v.id as version_id, s.id as software_id, s.kind, v.version,
      ${offerReason({ org_id: sql`u.org_id`, is_beta_tester })} as offered_by,
      ${withdrawalReason} as withdrawal_reason, ${iso("v.published_at")} as published_at, v.file_name,
      v.bytes::float as size, v.sha256, s.is_default, s.has_availability,
      ${productFacts} as product, ${is_beta_tester} as is_beta_tester,
      floor(extract(epoch from now()))::float as now_s,
      exists (select 1 from downloads d where d.id = ${download_id ?? null}::uuid) as is_begun
    from software_versions v
    join software s on s.id = v.software_id and not s.is_deleted
    join users u on u.id = ${user_id}::uuid and u.org_id = ${org_id}::uuid and u.is_active
    where v.id = ${version_id} and not v.is_deleted`,
  );
}

/** Reason of the version's own withdrawal, else of the withdrawal of a dependency; null without either. */
const withdrawalReason = sql`(
  with recursive needed(id) as (
    select v.id
    union
    select e.dependency_version_id from needed n join software_version_dependencies e on e.version_id = n.id
  )
  select w.withdrawal_reason
  from needed
  join software_versions w on w.id = needed.id and w.withdrawn_at is not null
  order by w.id <> v.id, w.id
  limit 1
)`;

/**
 * Beta testers may also download unpublished versions (O-104). `requireNotWithdrawn` has already refused withdrawn
 * versions.
 */
export const decideFileEntitlement = ({ offered_by, published_at, is_beta_tester, ...file }: FileRow) =>
  decideEntitlement({
    ...file,
    version: { offered_by, is_stopped: false, published_at },
    tester: { is_beta_tester, build_env: "development" },
  });

/** @throws SOFTWARE_VERSION_WITHDRAWN */
export function requireNotWithdrawn({ withdrawal_reason }: FileRow): void {
  if (withdrawal_reason !== null) throw versionWithdrawn(withdrawal_reason);
}

/** The key is never derived from user input (T16). */
export const toStoredFile = ({ version_id, size }: Pick<FileRow, "version_id" | "size">) => ({
  key: `versions/${version_id}`,
  size,
});
