import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { LegalKind } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/settings/legal-texts.ts";
import { legalTextShape, legalVersion } from "../../../contract/entities/legal-version.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../audit/audited.ts";
import { beforeAndAfter, diffRows } from "../audit/changes.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { maybeOne, exists, iso, one, many } from "../../sql.ts";
import { stateColumn } from "./in-force.ts";
import { startInPastError, startInstant, isNotInPast, refuseExisting, sanitizeText } from "./new-version.ts";
import { sanitize } from "./sanitise.ts";

export type LegalVersion = z.output<typeof legalVersion>;
const legalText = () => z.object(legalTextShape);

const selectVersions = (columns: SQL = sql``): SQL => sql`
  select v.kind, v.version, v.title, ${iso("v.valid_from")} as valid_from, ${iso("v.created_at")} as created_at,
    ${stateColumn(sql`v.kind`)} as state,
    (select u.first_name || ' ' || u.last_name from users u where u.id = v.created_by) as created_by ${columns},
    row_number() over (
      partition by v.kind order by v.valid_from desc, v.created_at desc, v.version desc
    ) as place
  from legal_texts v`;

const listColumns = sql`kind, version, title, valid_from, state, created_at, created_by`;

export const listLegalTexts = async (
  ctx: ReadCtx,
  { kind }: { kind?: LegalKind | undefined },
): Promise<Page<LegalVersion>> =>
  singlePage(
    await many(
      ctx,
      () => legalVersion,
      sql`
      select ${listColumns} from (${selectVersions()}) s
      where ${kind ?? null}::text is null or kind = ${kind ?? null}
      order by array_position(array['terms', 'returns', 'privacy', 'imprint'], kind), place`,
    ),
  );

export async function getLegalVersion(ctx: ReadCtx, { kind, version }: { kind: LegalKind; version: string }) {
  const row = await one(
    ctx,
    legalText,
    sql`select ${listColumns}, html from (${selectVersions(sql`, v.html`)}) s where kind = ${kind}
      and version = ${version}`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { ...row, html: sanitize(row.html) };
}

/** The newest version, scheduled ones included, as the draft of the next one. */
export async function findNewestLegalText(ctx: ReadCtx, kind: LegalKind) {
  const row = await maybeOne(
    ctx,
    legalText,
    sql`select ${listColumns}, html from (${selectVersions(sql`, v.html`)}) s where kind = ${kind} and place = 1`,
  );
  return row && { ...row, html: sanitize(row.html) };
}

type NewText = InputOf<typeof contract.createLegalText>["body"];

/**
 * Publishes a version of a legal text, in force from `valid_from`. @throws LEGAL_VERSION_EXISTS, BadRequest for a text
 * without words and for an instant in the past
 */
export async function createLegalText(ctx: Ctx, input: NewText): Promise<LegalVersion> {
  const html = sanitizeText(input.html);
  const createdVersion = await maybeOne(
    ctx,
    () => legalVersion,
    sql`
    with v as (
      insert into legal_texts (kind, version, title, html, valid_from, created_by)
      select ${input.kind}, ${input.version}, ${input.title}, ${html}, ${startInstant(input.valid_from)},
        ${requireUser(ctx).user_id}::uuid
      where ${isNotInPast(input.valid_from)}
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "createLegalText", "legal_text", "v", {
      subject_id: sql`kind || '/' || version`,
      org_id: null,
      changes: diffRows(),
    })}
    select v.kind, v.version, v.title, ${iso("v.valid_from")} as valid_from, ${iso("v.created_at")} as created_at,
      case when v.valid_from > now() then 'scheduled' else 'in_force' end as state,
      (select u.first_name || ' ' || u.last_name from users u where u.id = v.created_by) as created_by
    from v`,
  ).catch(refuseExisting("legal_texts_kind_version_pk"));
  if (!createdVersion) throw startInPastError();
  return createdVersion;
}

export async function deleteLegalText(ctx: Ctx, key: { kind: LegalKind; version: string }): Promise<void> {
  const isDeleted = await exists(
    ctx,
    sql`
    with v as (
      delete from legal_texts where kind = ${key.kind} and version = ${key.version} and valid_from > now()
      returning kind, version, ${beforeAndAfter}
    ), ${audited(ctx, "deleteLegalText", "legal_text", "v", {
      subject_id: sql`kind || '/' || version`,
      org_id: null,
      changes: diffRows(),
    })}
    select 1 from v`,
  );
  if (isDeleted) return;
  await getLegalVersion(ctx, key);
  throw unprocessable("LEGAL_VERSION_IN_FORCE");
}
