import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { ProductImport } from "../../../contract/entities/product-import.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { importedFields } from "../../../contract/products-file/columns.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, inTransaction, type ReadCtx, requireUser } from "../../context.ts";
import { setPriceSource } from "../price-levels/price-source.ts";
import { codeLiteral, maybeOneOf, one } from "../../sql.ts";
import { importRow, outdatedLines, selectImport } from "./get-import.ts";

const names = [...importedFields, "price_levels"].map((field) => sql.identifier(field));
const columns: SQL = sql.join(names, sql`, `);
const assignments: SQL = sql.join(
  names.map((name) => sql`${name} = next.${name}`),
  sql`, `,
);
const importedValues: SQL = sql.join(
  names.map((name) => sql`r.${name}`),
  sql`, `,
);
const lineRecord = sql`l (line int, sku text, outcome text, product_id uuid, changes jsonb, values jsonb)`;
const outcomeRow = () => z.object({ refusal: z.nullable(z.custom<Errcode<"unprocessable">>()) });
/** A statement with thousands of products and their audit entries would exceed the statement timeout. */
const linesPerStatement = 100;
/** Neon's proxy cancels a batch after 15 s, about the time of 5,000 lines on a busy database. */
const linesPerBatch = 2000;

export type Confirmation = { id: string; line_count: number };

export const prepareConfirmation = (ctx: ReadCtx, id: string): Promise<Confirmation> =>
  one(
    ctx,
    () => z.object({ id: z.string(), line_count: z.int() }),
    sql`select id, jsonb_array_length(lines) as line_count from product_imports where id = ${id}`,
    () => notFound("PRODUCT_IMPORT_NOT_FOUND"),
  );

/**
 * Writes all changes of an import's preview or none, in one batch; an import of more than `linesPerBatch` lines sends
 * the same statements one by one in a transaction. The import and its products are locked before the statement that
 * decides, because under READ COMMITTED a statement sees only what was committed before it began.
 *
 * @throws PRODUCT_IMPORT_REFUSED while a line has a problem, PRODUCT_IMPORT_CONFIRMED when already confirmed,
 * PRODUCT_IMPORT_OUTDATED when one of its products was changed or created, or one of its price levels removed, since
 * the preview
 */
export async function confirmProductImport(ctx: Ctx, { id, line_count }: Confirmation): Promise<ProductImport> {
  const lineStatements = Array.from({ length: Math.ceil(line_count / linesPerStatement) }, (_, index) =>
    writeLines(ctx, id, index * linesPerStatement),
  );
  const statements = [lockImport(id), lockProducts(id), confirmImport(ctx, id), ...lineStatements, selectImport(id)];
  const pendingResults =
    line_count > linesPerBatch
      ? inTransaction(ctx, ({ db }) => db.batch(statements))
      : ctx.db.batch(statements, "long");
  const results = await pendingResults.catch((error: unknown) => {
    // Another product took the SKU, or a subscription started, between the comparison and the write.
    const constraint = violatedConstraint(error);
    const isLate = constraint === "products_sku_unique" || constraint === "products_term_unused";
    throw isLate ? unprocessable("PRODUCT_IMPORT_OUTDATED") : error;
  });
  const decision = maybeOneOf(ctx, outcomeRow, results[2]);
  const row = maybeOneOf(ctx, importRow, results.at(-1));
  if (!decision || !row) throw notFound("PRODUCT_IMPORT_NOT_FOUND");
  if (decision.refusal !== null) throw unprocessable(decision.refusal);
  return row.product_import;
}

const lockImport = (id: string): SQL => sql`select 1 from product_imports where id = ${id} for update`;

/** Locks the products in the order of their ids, as bulk changes of products do. */
const lockProducts = (id: string): SQL =>
  // An array is computed once; a semi-join would read the lines again for each product.
  sql`
    with held as materialized (
      select p.id from products p
      where p.id = any(array(
        select l.product_id from product_imports i cross join lateral jsonb_to_recordset(i.lines) as ${lineRecord}
        where i.id = ${id} and l.outcome = 'changed'
      ))
      order by p.id for no key update
    )
    select count(*) from held`;

/**
 * Returns the refusal, if there is one, instead of confirming the import. A transaction-local setting tells the
 * following statements that this transaction confirmed the import, because `confirmed_at` would not distinguish two
 * confirmations.
 */
function confirmImport(ctx: Ctx, id: string): SQL {
  return sql`
    with decision as materialized (
      select i.id, case
          when i.confirmed_at is not null then ${codeLiteral("PRODUCT_IMPORT_CONFIRMED")}
          when i.refused_count > 0 then ${codeLiteral("PRODUCT_IMPORT_REFUSED")}
          when exists (${outdatedLines}) then ${codeLiteral("PRODUCT_IMPORT_OUTDATED")}
        end as refusal
      from product_imports i where i.id = ${id}
    ), confirmed as (
      update product_imports set confirmed_at = now(), confirmed_by = ${requireUser(ctx).user_id}
      from decision where product_imports.id = decision.id and decision.refusal is null
      returning set_config('crunchbox.confirmed_import', product_imports.id::text, true)
    )
    select refusal from decision`;
}

const differingFields = (row: SQL, other: SQL): SQL => sql`(
        select jsonb_object_agg(f.key, f.value) from jsonb_each(${row}) f
        where f.value is distinct from ${other} -> f.key
      )`;

/**
 * Writes the lines from index `from`, if this transaction confirmed the import. Comparing rows for the audit log takes
 * most of the time, so separate CTEs compute each difference once.
 */
function writeLines(ctx: Ctx, id: string, from: number): SQL {
  const places = `$[${from} to ${from + linesPerStatement - 1}]`;
  return sql`
    with price_source as materialized (
      ${setPriceSource(ctx, "import")}
    ), lines as materialized (
      select l.* from product_imports i cross join price_source
        cross join lateral jsonb_path_query(i.lines, ${places}::jsonpath) each
        cross join lateral jsonb_to_record(each) as ${lineRecord}
      where i.id = ${id} and i.id::text = current_setting('crunchbox.confirmed_import', true)
        and price_source.source is not null and l.outcome in ('created', 'changed')
    ), next as materialized (
      select p.id, ${importedValues} from lines l join products p on p.id = l.product_id
        cross join lateral jsonb_populate_record(
          p, (select jsonb_object_agg(k.key, k.value -> 1) from jsonb_each(l.changes) k)
        ) r
      where l.outcome = 'changed'
    ), p as (
      update products set ${assignments}, updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
      from next where products.id = next.id
      returning products.id, ${beforeAndAfter}
    ), inserted as (
      insert into products (${columns})
      select ${importedValues} from lines l cross join lateral jsonb_populate_record(null::products, l.values) r
      where l.outcome = 'created' order by l.line
      returning id, ${beforeAndAfter}
    ), updated as materialized (
      select id, ${diffRows(
        differingFields(sql`before`, sql`after`),
        differingFields(sql`after`, sql`before`),
      )} as changes
      from p
    ), created as materialized (
      -- the changes of a created product are its non-null fields
      select id, ${diffRows(sql`before`, sql`jsonb_strip_nulls(after)`)} as changes from inserted
    ), ${audited(ctx, "updateProduct", "product", "updated", {
      org_id: null,
      data: { import: id },
      changes: sql`changes`,
    })}, ${audited(ctx, "createProduct", "product", "created", {
      as: "audited_created",
      org_id: null,
      data: { import: id },
      changes: sql`changes`,
    })}
    select count(*) from lines`;
}
