import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { ProductImport } from "../../../contract/entities/console/product-import.ts";
import { type Errcode, notFound, unprocessable } from "../../../contract/errors.ts";
import { importedFields } from "../../../contract/products-file/columns.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import { type Ctx, inTransaction, requireUser } from "../../context.ts";
import { priceSource } from "../price-levels/price-source.ts";
import { required } from "../../sql.ts";
import { getProductImport, outdatedLines } from "./get-import.ts";

const names = [...importedFields, "price_levels"].map((field) => sql.identifier(field));
const columns: SQL = sql.join(names, sql`, `);
const assigned: SQL = sql.join(
  names.map((name) => sql`${name} = next.${name}`),
  sql`, `,
);
const taken: SQL = sql.join(
  names.map((name) => sql`r.${name}`),
  sql`, `,
);
const record = sql`l (line int, sku text, outcome text, product_id uuid, changes jsonb, values jsonb)`;
const outcome = () => z.object({ refusal: z.nullable(z.custom<Errcode<"unprocessable">>()) });
const written = () => z.object({ last_line: z.nullable(z.int()) });
/** A statement has its time limit, and one of thousands of products with their audit entries would take longer. */
const linesPerStatement = 100;

/**
 * Writes what the preview of an import says, all of it or nothing, in one transaction: it locks the import and the products before
 * it compares their versions, then writes part by part. Throws PRODUCT_IMPORT_NOT_FOUND, PRODUCT_IMPORT_REFUSED while a line has a
 * problem, PRODUCT_IMPORT_CONFIRMED when it was done before, PRODUCT_IMPORT_OUTDATED when a product of it was changed or created
 * since: the import names the lines.
 */
export async function confirmProductImport(ctx: Ctx, id: string): Promise<ProductImport> {
  const { user_id } = requireUser(ctx);
  await inTransaction(ctx, async (ctx) => {
    await holdImport(ctx, id);
    let after: number | null = 0;
    while (after !== null) after = await writeLines(ctx, id, after);
    await ctx.db.execute(
      sql`update product_imports set confirmed_at = now(), confirmed_by = ${user_id} where id = ${id}`,
    );
  }).catch((error: unknown) => {
    // another product got the SKU, or a subscription began, between the comparison and the write
    const constraint = violatedConstraint(error);
    const isLate = constraint === "products_sku_unique" || constraint === "products_term_unused";
    throw isLate ? unprocessable("PRODUCT_IMPORT_OUTDATED") : error;
  });
  return getProductImport(ctx, id);
}

/**
 * Locks the import and its products until the transaction ends, and compares them by a statement of its own, which sees what was
 * committed until then. Throws as confirmProductImport.
 */
async function holdImport(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.execute(sql`select 1 from product_imports where id = ${id} for update`);
  // an array is computed once: a semi-join would read the lines again for each product
  await ctx.db.execute(sql`
    with held as materialized (
      select p.id from products p
      where p.id = any(array(
        select l.product_id from product_imports i cross join lateral jsonb_to_recordset(i.lines) as ${record}
        where i.id = ${id} and l.outcome = 'changed'
      ))
      order by p.id for no key update
    )
    select count(*) from held`);
  const { refusal } = await required(
    ctx,
    outcome,
    sql`
    select case
        when i.confirmed_at is not null then 'PRODUCT_IMPORT_CONFIRMED'
        when i.refused_count > 0 then 'PRODUCT_IMPORT_REFUSED'
        when exists (${outdatedLines}) then 'PRODUCT_IMPORT_OUTDATED'
      end as refusal
    from product_imports i where i.id = ${id}`,
    () => notFound("PRODUCT_IMPORT_NOT_FOUND"),
  );
  if (refusal !== null) throw unprocessable(refusal);
}

/** Writes the next lines behind `after`; answers the last of them, null where there is none. */
async function writeLines(ctx: Ctx, id: string, after: number): Promise<number | null> {
  const { last_line } = await required(
    ctx,
    written,
    sql`
    with told as materialized (
      ${priceSource(ctx, "import")}
    ), lines as materialized (
      select l.* from product_imports i cross join told cross join lateral jsonb_to_recordset(i.lines) as ${record}
      where i.id = ${id} and told.source is not null and l.outcome in ('created', 'changed') and l.line > ${after}
      order by l.line limit ${linesPerStatement}
    ), next as materialized (
      select p.id, ${taken} from lines l join products p on p.id = l.product_id
        cross join lateral jsonb_populate_record(
          p, (select jsonb_object_agg(k.key, k.value -> 1) from jsonb_each(l.changes) k)
        ) r
      where l.outcome = 'changed'
    ), p as (
      update products set ${assigned}, updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
      from next where products.id = next.id
      returning products.id, ${beforeAndAfter}
    ), made as (
      insert into products (${columns})
      select ${taken} from lines l cross join lateral jsonb_populate_record(null::products, l.values) r
      where l.outcome = 'created' order by l.line
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateProduct", "product", "p", {
      org_id: null,
      data: { import: id },
      changes: changesOf(),
    })}, ${audited(ctx, "createProduct", "product", "made", {
      as: "audited_made",
      org_id: null,
      data: { import: id },
      changes: changesOf(),
    })}
    select max(line) as last_line from lines`,
    () => new Error("a maximum answered nothing"),
  );
  return last_line;
}
