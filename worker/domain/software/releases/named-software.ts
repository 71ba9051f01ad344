import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../../db/enums.ts";
import type { FindStoredInput } from "../../../contract/forms/finding.ts";
import { findStoredProducts, type ProductChoices } from "../../catalog/index.ts";
import type { ReadCtx } from "../../context.ts";
import { type AuditEntry, listObjectAudit } from "../../platform/index.ts";
import { many, type RowOf } from "../../sql.ts";

/** Names are unique by kind only: without `kind`, a name means the software, else the plugin, else the dependency. */
export type NamedSoftware = { name: string; kind?: SoftwareKind | undefined };

export const whereNamed = ({ name, kind }: NamedSoftware): SQL => sql`
    s.name = ${name} and not s.is_deleted and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
    order by array_position(array['software', 'plugin', 'dependency'], s.kind)
    limit 1`;

export const softwareId = (named: NamedSoftware): SQL => sql`(select s.id from software s where ${whereNamed(named)})`;

export const listSoftwareAudit = (ctx: ReadCtx, named: NamedSoftware, limit: number): Promise<AuditEntry[]> =>
  listObjectAudit(ctx, { subject_type: "software", subject_id: sql`${softwareId(named)}::text`, limit });

export const findFittingProducts = (
  ctx: ReadCtx,
  named: NamedSoftware,
  input: FindStoredInput,
): Promise<ProductChoices> => readFittingProducts(ctx, softwareId(named), input);

export const findProductsOfPlugin = (ctx: ReadCtx, id: string, input: FindStoredInput): Promise<ProductChoices> =>
  readFittingProducts(ctx, sql`${id}`, input);

const readFittingProducts = (ctx: ReadCtx, id: SQL, input: FindStoredInput): Promise<ProductChoices> =>
  findStoredProducts(
    ctx,
    input,
    sql`coalesce((select fitting.fits_product_ids from software fitting where fitting.id = ${id}), '{}')`,
  );

const linkChoice = () => z.object({ id: z.string(), name: z.string(), sku: z.nullable(z.string()) });
/** The largest number of options in one select list. */
const linkChoicesMax = 1000;

/** The products that the named plugin may be bought with; none for other software. */
export const listLinkChoices = (ctx: ReadCtx, namedSoftware: NamedSoftware): Promise<RowOf<typeof linkChoice>[]> =>
  many(
    ctx,
    linkChoice,
    sql`
    select p.id, p.name, p.sku from products p
    where p.type = 'software' and not p.is_archived
      and (select s.kind from software s where ${whereNamed(namedSoftware)}) = 'plugin'
    order by p.name collate "names", p.id
    limit ${linkChoicesMax}`,
  );
