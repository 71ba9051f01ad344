import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { softwareDetailsShape } from "../../../contract/entities/software.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/software.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, one, uuids } from "../../sql.ts";

const detailsRow = () => z.object(softwareDetailsShape);
type SoftwareDetails = z.output<ReturnType<typeof detailsRow>>;

type NewSoftware = InputOf<typeof contract.createSoftware>["body"];
type SoftwareChange = InputOf<typeof contract.updateSoftware>["body"];

const columns = selectFields(softwareDetailsShape, "s", { fits_product_ids: sql`to_json(s.fits_product_ids)` });

export const areProducts = (ids: readonly string[]): SQL =>
  sql`(select count(*) from products p where p.id = any(${uuids([...ids])})) = ${ids.length}`;

/**
 * Adds software that is neither a plugin nor a dependency; its versions come from the next import if it has a
 * repository.
 */
export async function createSoftware(ctx: Ctx, input: NewSoftware): Promise<SoftwareDetails> {
  requireOtherRepository(ctx, input.name, input.repository);
  const { description = "", author_url = null, repository = null, fits_product_ids: fits = [] } = input;
  const createdSoftware = await maybeOne(
    ctx,
    detailsRow,
    sql`
    with s as (
      insert into software (kind, name, title, description, author, author_url, category, repository, fits_product_ids)
      select 'software', ${input.name}, ${input.title}, ${description}, ${input.author}, ${author_url}::text,
        ${input.category}, ${repository}::text, ${uuids(fits)}
      where ${areProducts(fits)}
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "createSoftware", "software", "s", { org_id: null, changes: diffRows() })}
    select ${columns} from s`,
  ).catch(refuseDuplicate);
  if (!createdSoftware) throw notFound("PRODUCT_NOT_FOUND");
  return createdSoftware;
}

/**
 * Changes software that is neither a plugin nor a dependency; omitted fields keep their value. With `updated_at`, the
 * software is changed only if it still has that version.
 */
export async function updateSoftware(
  ctx: Ctx,
  name: string,
  { updated_at, ...change }: SoftwareChange,
): Promise<SoftwareDetails> {
  requireOtherRepository(ctx, name, change.repository);
  const isUnchanged = sql`s.updated_at = coalesce(${updated_at ?? null}::timestamptz, s.updated_at)`;
  const { fits_product_ids: fits, ...texts } = change;
  const assignments = [
    ...Object.entries(texts).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.identifier(column)} = ${value}::text`],
    ),
    ...(fits ? [sql`fits_product_ids = ${uuids(fits)}, has_availability = true`] : []),
    sql`updated_at = greatest(now(), s.updated_at + interval '1 millisecond')`,
  ];
  const changedSoftware = await maybeOne(
    ctx,
    detailsRow,
    sql`
    with s as (
      update software s set ${sql.join(assignments, sql`, `)}
      where s.kind = 'software' and s.name = ${name} and not s.is_deleted and ${isUnchanged}
        and ${areProducts(fits ?? [])}
      returning s.*, ${beforeAndAfter}
    ), ${audited(ctx, "updateSoftware", "software", "s", { org_id: null, changes: diffRows() })}
    select ${columns} from s`,
  ).catch(refuseDuplicate);
  if (changedSoftware) return changedSoftware;
  const { is_read } = await one(
    ctx,
    () => z.object({ is_read: z.boolean() }),
    sql`
    select ${isUnchanged} as is_read from software s
    where s.kind = 'software' and s.name = ${name} and not s.is_deleted`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  throw is_read ? notFound("PRODUCT_NOT_FOUND") : unprocessable("OBJECT_OUTDATED");
}

/** The repository in the settings is reserved for the software of that name. */
function requireOtherRepository({ settings }: Ctx, name: string, repository: string | null | undefined): void {
  const reservedRepository = settings.BUILDS_FLOWPOINT_REPOSITORY;
  if (repository?.toLowerCase() === reservedRepository.toLowerCase() && name !== reservedRepository)
    throw unprocessable("SOFTWARE_REPOSITORY_EXISTS");
}

function refuseDuplicate(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "software_name_unique") throw unprocessable("SOFTWARE_NAME_EXISTS");
  if (constraint === "software_repository_unique") throw unprocessable("SOFTWARE_REPOSITORY_EXISTS");
  throw error;
}
