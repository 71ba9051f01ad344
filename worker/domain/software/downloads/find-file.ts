import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import type { ReadCtx } from "../../context.ts";
import { decideEntitlement } from "../entitlement.ts";
import { owned, productFacts, productFactsShape } from "../entitlement-rows.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";
import { hasPermission } from "../../permissions.ts";

const fileRow = () =>
  z.object({
    version_id: z.string(),
    software_id: z.string(),
    kind: z.enum(softwareKinds),
    version: z.string(),
    is_published: z.boolean(),
    published_at: z.nullable(z.string()),
    file_name: z.string(),
    size: z.int(),
    sha256: z.string(),
    is_default: z.boolean(),
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
export const findFile = (
  ctx: ReadCtx,
  { version_id, user_id, org_id, download_id }: FileQuery,
): Promise<FileRow | undefined> =>
  maybeOne(
    ctx,
    fileRow,
    sql`
    with ${owned(sql`${org_id}::uuid`)}
    select v.id as version_id, s.id as software_id, s.kind, v.version, v.is_published,
      ${iso("v.published_at")} as published_at, v.file_name, v.bytes::float as size, v.sha256, s.is_default,
      ${productFacts} as product, ${hasPermission("u.roles", "get_prereleases")} as is_beta_tester,
      floor(extract(epoch from now()))::float as now_s,
      exists (select 1 from downloads d where d.id = ${download_id ?? null}::uuid) as is_begun
    from software_versions v
    join software s on s.id = v.software_id and not s.is_deleted
    join users u on u.id = ${user_id}::uuid and u.org_id = ${org_id}::uuid and u.is_active
    where v.id = ${version_id} and not v.is_deleted`,
  );

/** Beta testers may also download unpublished versions (O-104). */
export const entitlementOf = ({ is_default, product, is_published, published_at, is_beta_tester }: FileRow) =>
  decideEntitlement({
    is_default,
    product,
    version: { is_published, published_at },
    tester: { is_beta_tester, build_env: "development" },
  });

/** The key is never derived from user input (T16). */
export const storedFile = ({ version_id, size }: Pick<FileRow, "version_id" | "size">) => ({
  key: `versions/${version_id}`,
  size,
});
