import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/settings/license-agreements.ts";
import { licenseConsent, licenseTextShape, licenseVersion } from "../../../contract/entities/legal-version.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { audited } from "../audit/audited.ts";
import { beforeAndAfter, diffRows } from "../audit/changes.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { containsText, type Page, singlePage, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, exists, iso, one, many } from "../../sql.ts";
import { stateColumn } from "./in-force.ts";
import { startInPastError, startInstant, isNotInPast, refuseExisting, sanitizeText } from "./new-version.ts";
import { sanitize } from "./sanitise.ts";

type LicenseVersion = z.output<typeof licenseVersion>;
export type LicenseConsent = z.output<typeof licenseConsent>;
const licenseText = () => z.object(licenseTextShape);

const selectVersions = (columns: SQL = sql``): SQL => sql`
  select v.version, ${iso("v.valid_from")} as valid_from, ${iso("v.created_at")} as created_at,
    ${stateColumn(sql`true`)} as state,
    (select u.first_name || ' ' || u.last_name from users u where u.id = v.created_by) as created_by,
    (select count(*)::int from license_consents c where c.version = v.version) as agreed_count ${columns},
    row_number() over (order by v.valid_from desc, v.created_at desc, v.version desc) as place
  from license_agreements v`;

const listColumns = sql`version, valid_from, state, created_at, created_by, agreed_count`;

export const listLicenseAgreements = async (ctx: ReadCtx): Promise<Page<LicenseVersion>> =>
  singlePage(
    await many(ctx, () => licenseVersion, sql`select ${listColumns} from (${selectVersions()}) s order by place`),
  );

export async function getLicenseVersion(ctx: ReadCtx, version: string) {
  const row = await one(
    ctx,
    licenseText,
    sql`select ${listColumns}, html from (${selectVersions(sql`, v.html`)}) s where version = ${version}`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { ...row, html: sanitize(row.html) };
}

/** The newest version, scheduled ones included, as the draft of the next one. */
export async function findNewestLicense(ctx: ReadCtx) {
  const row = await maybeOne(
    ctx,
    licenseText,
    sql`select ${listColumns}, html from (${selectVersions(sql`, v.html`)}) s where place = 1`,
  );
  return row && { ...row, html: sanitize(row.html) };
}

const userText = sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`;
const consentColumns = selectFields(licenseConsent.shape, "c", {
  user: sql`json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)`,
  organization: sql`json_build_object('id', o.id, 'name', o.name)`,
});

export async function listLicenseConsents(
  ctx: ReadCtx,
  version: string,
  query: ListQuery,
): Promise<Page<LicenseConsent>> {
  const [page] = await Promise.all([
    readPage(ctx, query, {
      shape: () => licenseConsent,
      columns: consentColumns,
      from: sql`license_consents c`,
      join: sql`join users u on u.id = c.user_id join organizations o on o.id = u.org_id`,
      where: [sql`c.version = ${version}`],
      text: userText,
      searchIn: () =>
        sql`c.user_id in (select u.id from users u
          where ${containsText({ text: userText, grams: "users_grams", alias: "u" }, query.search ?? "")})`,
      alias: "c",
    }),
    one(
      ctx,
      () => z.object({ version: z.string() }),
      sql`select version from license_agreements where version = ${version}`,
      () => notFound("FILE_NOT_FOUND"),
    ),
  ]);
  return page;
}

type NewVersion = InputOf<typeof contract.createLicenseAgreement>["body"];

/**
 * Publishes a version of the license agreement, in force from `valid_from`. @throws LEGAL_VERSION_EXISTS, BadRequest
 * for a text without words and for an instant in the past
 */
export async function createLicenseAgreement(ctx: Ctx, input: NewVersion): Promise<LicenseVersion> {
  const html = sanitizeText(input.html);
  const createdVersion = await maybeOne(
    ctx,
    () => licenseVersion,
    sql`
    with v as (
      insert into license_agreements (version, html, valid_from, created_by)
      select ${input.version}, ${html}, ${startInstant(input.valid_from)}, ${requireUser(ctx).user_id}::uuid
      where ${isNotInPast(input.valid_from)}
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "createLicenseAgreement", "license_agreement", "v", {
      subject_id: sql`version`,
      org_id: null,
      changes: diffRows(),
    })}
    select v.version, ${iso("v.valid_from")} as valid_from, ${iso("v.created_at")} as created_at,
      case when v.valid_from > now() then 'scheduled' else 'in_force' end as state,
      (select u.first_name || ' ' || u.last_name from users u where u.id = v.created_by) as created_by,
      0 as agreed_count
    from v`,
  ).catch(refuseExisting("license_agreements_pkey"));
  if (!createdVersion) throw startInPastError();
  return createdVersion;
}

export async function deleteLicenseAgreement(ctx: Ctx, version: string): Promise<void> {
  const isDeleted = await exists(
    ctx,
    sql`
    with v as (
      delete from license_agreements where version = ${version} and valid_from > now()
      returning version, ${beforeAndAfter}
    ), ${audited(ctx, "deleteLicenseAgreement", "license_agreement", "v", {
      subject_id: sql`version`,
      org_id: null,
      changes: diffRows(),
    })}
    select 1 from v`,
  );
  if (isDeleted) return;
  await getLicenseVersion(ctx, version);
  throw unprocessable("LEGAL_VERSION_IN_FORCE");
}
