import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/software.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { descriptionRequired } from "./publication.ts";
import { getVersion, type Version } from "./list-versions.ts";

/** Changes the public description; with `updated_at`, only if the row still has that version. */
export async function updateVersion(
  ctx: Ctx,
  id: string,
  { public_description, updated_at }: InputOf<typeof contract.updateVersion>["body"],
): Promise<Version> {
  if (public_description === "") throw descriptionRequired();
  const isUnchanged = updated_at === undefined ? sql`true` : sql`updated_at = ${updated_at}::timestamptz`;
  const isChanged = await exists(
    ctx,
    sql`
    with v as (
      update software_versions set public_description = ${public_description}, updated_at = now()
      where id = ${id} and not is_deleted and ${isUnchanged}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateVersion", "software_version", "v", { org_id: null, changes: diffRows() })}
    select 1 from v`,
  );
  const version = await getVersion(ctx, id);
  if (!isChanged) throw unprocessable("OBJECT_OUTDATED");
  return version;
}
