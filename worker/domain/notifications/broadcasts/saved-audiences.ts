import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { savedAudience, savedAudienceShape } from "../../../contract/entities/saved-audience.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/audiences.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { type Page, singlePage } from "../../listing.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { selectFields } from "../../select-of.ts";
import { exists, many, one, writeAndRead } from "../../sql.ts";
import { namesInAudience } from "./conditions.ts";

export type SavedAudience = z.output<typeof savedAudience>;
const row = () => savedAudience;

const columns = selectFields(savedAudienceShape, "a", {
  audience_names: namesInAudience(sql`a.audience`),
  created_by: sql`(
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
    from users u where u.id = a.created_by
  )`,
});
const selectAudiences = (where: SQL): SQL => sql`select ${columns} from audiences a ${where} order by lower(a.name)`;
const audienceNotFound = () => notFound("AUDIENCE_NOT_FOUND");

/** Audit data with the audience's name, so that the entry can name an audience that was deleted since. */
const nameData = sql`jsonb_build_object('name', a.name)`;

export const listAudiences = async (ctx: ReadCtx): Promise<Page<SavedAudience>> =>
  singlePage(await many(ctx, row, selectAudiences(sql``)));

export const getAudience = (ctx: ReadCtx, id: string): Promise<SavedAudience> =>
  one(ctx, row, selectAudiences(sql`where a.id = ${id}`), audienceNotFound);

type CreateAudienceInput = InputOf<typeof contract.createAudience>["body"];

/** @throws AUDIENCE_EXISTS also for a name that differs from another only in case */
export async function createAudience(ctx: Ctx, { name, audience }: CreateAudienceInput): Promise<SavedAudience> {
  const { isWritten, row: created } = await writeAndRead(
    ctx,
    sql`
    with a as (
      insert into audiences (name, audience, created_by)
      values (${name}, ${JSON.stringify(audience)}::jsonb, ${currentUserId(ctx)})
      on conflict do nothing returning id, name, ${beforeAndAfter}
    ), ${audited(ctx, "createAudience", "audience", "a", { org_id: null, data: nameData, changes: diffRows() })}
    select 1 from a`,
    row,
    selectAudiences(sql`where a.name = ${name}`),
  );
  if (!isWritten || !created) throw unprocessable("AUDIENCE_EXISTS");
  return created;
}

type UpdateAudienceInput = InputOf<typeof contract.updateAudience>["body"];

export async function updateAudience(
  ctx: Ctx,
  id: string,
  { name, audience, updated_at }: UpdateAudienceInput,
): Promise<SavedAudience> {
  const { isWritten, row: updated } = await writeAndRead(
    ctx,
    sql`
    with a as (
      update audiences set
        name = coalesce(${name ?? null}::text, name),
        audience = coalesce(${audience ? JSON.stringify(audience) : null}::jsonb, audience),
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${id} and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)
      returning id, name, ${beforeAndAfter}
    ), ${audited(ctx, "updateAudience", "audience", "a", { org_id: null, data: nameData, changes: diffRows() })}
    select 1 from a`,
    row,
    selectAudiences(sql`where a.id = ${id}`),
  ).catch((error: unknown) => {
    throw violatedConstraint(error) === "audiences_lower_name" ? unprocessable("AUDIENCE_EXISTS") : error;
  });
  if (!updated) throw audienceNotFound();
  if (!isWritten) throw unprocessable("OBJECT_OUTDATED");
  return updated;
}

export async function deleteAudience(ctx: Ctx, id: string): Promise<void> {
  const isDeleted = await exists(
    ctx,
    sql`
    with a as (
      delete from audiences where id = ${id} returning id, name, ${beforeAndAfter}
    ), ${audited(ctx, "deleteAudience", "audience", "a", { org_id: null, data: nameData, changes: diffRows() })}
    select 1 from a`,
  );
  if (!isDeleted) throw audienceNotFound();
}
