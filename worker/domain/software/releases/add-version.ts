import { sql } from "drizzle-orm";
import type { SoftwareKind } from "../../../../db/enums.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, uuids } from "../../sql.ts";

/** A build whose file is in the bucket under `versions/<id>`. */
type NewVersion = {
  id: string;
  kind: SoftwareKind;
  name: string;
  version: string;
  title: string;
  description?: string | undefined;
  author: string;
  author_url?: string | undefined;
  notes: string;
  public_description?: string | undefined;
  compatible_app_version?: string | undefined;
  file: string;
  bytes: number;
  sha256: string;
  needs: string[];
};

/**
 * Adds an unpublished version with its dependencies, creating its software if unknown; known software keeps its texts.
 * A new plugin or firmware is available to no organization until an administrator chooses who may have it. False if the
 * version already exists or its software was deleted.
 */
export function addVersion(ctx: Ctx, build: NewVersion): Promise<boolean> {
  // The import creates software other than the app only for repositories with the topic of firmware.
  const isFirmware = build.kind === "software" && build.name !== ctx.settings.BUILDS_FLOWPOINT_REPOSITORY;
  return exists(
    ctx,
    sql`
    with created as (
      insert into software (kind, name, title, description, author, author_url, category, has_availability)
      values (${build.kind}, ${build.name}, ${build.title}, ${build.description ?? ""}, ${build.author},
        ${build.author_url ?? null}, ${isFirmware ? "firmware" : null}, ${build.kind !== "plugin" && !isFirmware})
      on conflict (kind, name) do nothing
      returning id
    ),
    s as (
      select id from created
      union all
      select id from software where kind = ${build.kind} and name = ${build.name} and not is_deleted
    ),
    v as (
      insert into software_versions
        (id, software_id, version, developer_description, public_description, compatible_app_version,
          file_name, bytes, sha256)
      select ${build.id}::uuid, s.id, ${build.version}, ${build.notes}, ${build.public_description ?? ""},
        ${build.compatible_app_version ?? null}, ${build.file}, ${build.bytes}::bigint, ${build.sha256}
      from s
      on conflict (software_id, version) do nothing
      returning id
    ),
    needs as (
      insert into software_version_dependencies (version_id, dependency_version_id)
      select v.id, needed from v, unnest(${uuids(build.needs)}) needed
    ),
    ${audited(ctx, "addVersion", "software_version", "v", { org_id: null })}
    select 1 from v`,
  );
}
