import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  type ImportLine,
  importLine,
  type ProductImport,
  productImport,
} from "../../../contract/entities/product-import.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import type { Page } from "../../listing.ts";
import { iso, one } from "../../sql.ts";

export const outdatedLines: SQL = sql`
      select l.line, l.sku
      from jsonb_to_recordset(i.lines)
          as l (
            line int, sku text, outcome text, product_id uuid, updated_at timestamptz, changes jsonb, values jsonb
          )
        left join products p on p.id = l.product_id
      where (l.outcome = 'changed' and p.updated_at is distinct from l.updated_at)
        or (l.outcome = 'created' and exists (select 1 from products taken where lower(taken.sku) = lower(l.sku)))
        or (l.outcome in ('changed', 'created') and exists (
          select 1
          from jsonb_object_keys(coalesce(l.changes -> 'price_levels' -> 1, l.values -> 'price_levels')) k (level)
          where not exists (select 1 from price_levels known where known.name = k.level)
        ))`;

const userJson = (column: SQL): SQL => sql`(
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) from users u where u.id = ${column}
  )`;
const problemsMax = 200;
export const importRow = () => z.object({ product_import: productImport });

export async function getProductImport(ctx: ReadCtx, id: string): Promise<ProductImport> {
  const { product_import } = await one(ctx, importRow, selectImport(id), () => notFound("PRODUCT_IMPORT_NOT_FOUND"));
  return product_import;
}

export const selectImport = (id: string): SQL => sql`
    select json_build_object(
      'id', i.id,
      'created_count', i.created_count,
      'changed_count', i.changed_count,
      'unchanged_count', i.unchanged_count,
      'refused_count', i.refused_count,
      'problems', coalesce((
        select json_agg(json_build_object(
          'line', p.line, 'sku', p.sku, 'column', p.column, 'message', p.message
        )) from (
          select l.line, l.sku, problem."column", problem.message
          from jsonb_to_recordset(i.lines) as l (line int, sku text, problems jsonb)
            cross join jsonb_to_recordset(l.problems) as problem ("column" text, message text)
          order by l.line limit ${problemsMax}
        ) p
      ), '[]'),
      'outdated', coalesce((
        select json_agg(outdated) from (${outdatedLines} order by l.line limit ${problemsMax}) outdated
        where i.confirmed_at is null
      ), '[]'),
      'created_at', ${iso("i.created_at")},
      'created_by', ${userJson(sql`i.created_by`)},
      'confirmed_at', ${iso("i.confirmed_at")},
      'confirmed_by', ${userJson(sql`i.confirmed_by`)}
    ) as product_import
    from product_imports i where i.id = ${id}`;

type LineQuery = { limit: number; offset: number; outcome?: ImportLine["outcome"] | undefined };
const linePage = () => z.object({ data: z.array(importLine), count: z.int() });

export async function listProductImportLines(ctx: ReadCtx, id: string, query: LineQuery): Promise<Page<ImportLine>> {
  const { limit, offset, outcome } = query;
  const { data, count } = await one(
    ctx,
    linePage,
    sql`
    select count(l.line)::int as count, coalesce(
      (
        select json_agg(json_build_object(
          'line', shown.line, 'sku', shown.sku, 'name', shown.name, 'outcome', shown.outcome,
          'product_id', shown.product_id, 'changes', (
            select coalesce(
              json_agg(json_build_object('field', k.key, 'before', k.value -> 0, 'after', k.value -> 1)), '[]'
            )
            from (
              select key, value from jsonb_each(shown.changes)
              union all
              select key, jsonb_build_array(null, value) from jsonb_each(shown.values)
              where value not in ('null', '[]', '{}') and key not in ('sku', 'name')
            ) k
          ), 'problems', shown.problems
        )) from (
          select l.* from jsonb_to_recordset(i.lines) as l (
            line int, sku text, name text, outcome text, product_id uuid, changes jsonb, values jsonb, problems jsonb
          )
          where l.outcome = coalesce(${outcome ?? null}::text, l.outcome)
          order by l.line limit ${limit} offset ${offset}
        ) shown
      ), '[]') as data
    from product_imports i
      left join lateral jsonb_to_recordset(i.lines) as l (line int, outcome text)
        on l.outcome = coalesce(${outcome ?? null}::text, l.outcome)
    where i.id = ${id}
    group by i.id`,
    () => notFound("PRODUCT_IMPORT_NOT_FOUND"),
  );
  return { data, meta: { limit, offset, count } };
}
