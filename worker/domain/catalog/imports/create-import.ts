import { type SQL, sql } from "drizzle-orm";
import type { ProductImport } from "../../../contract/entities/product-import.ts";
import { basePriceLevel } from "../price.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { maybeOneOf } from "../../sql.ts";
import { importRow, selectImport } from "./get-import.ts";
import { type FileLine, parseFile } from "./read-file.ts";

const defaults = {
  is_active: true,
  price_levels: {},
  patterns: [],
  key_features: [],
  compatibility: [],
  devices: [],
  platforms: [],
  software_use_cases: [],
  position: 1_000_000,
};

const problemJson = (column: string, message: string): SQL =>
  sql`jsonb_build_object('column', ${column}::text, 'message', ${message}::text)`;
const isChanged = (column: string): SQL => sql`c.changes ? ${column}`;

/** Conflicts of a line with its product, by the rules of createProduct and updateProduct. */
const rules: readonly (readonly [isViolated: SQL, problem: SQL])[] = [
  [sql`c.product_id is null and c.next ->> 'name' is null`, problemJson("name", "A new product needs a name.")],
  [
    sql`c.product_id is null and c.next ->> 'type' is null`,
    problemJson("type", "A new product needs a type: hardware or software."),
  ],
  [
    sql`c.net_suite_id is not null and ${isChanged("name")}`,
    problemJson("name", "The product comes from NetSuite. Change the value there."),
  ],
  [
    sql`c.net_suite_id is not null and ${isChanged("price_levels")}`,
    sql`jsonb_build_object('column', 'Price: ' || (
      select k.level from jsonb_object_keys(c.prices) k (level)
      where c.before -> 'price_levels' -> k.level is distinct from nullif(c.prices -> k.level, 'null')
      order by 1 limit 1
    ), 'message', 'The product comes from NetSuite. Change the value there.')`,
  ],
  [
    sql`coalesce(c.next ->> 'family', case when not c.next ? 'family' then c.before ->> 'family' end) is not null
      and case
        when c.next ? 'subscription_term' then c.next ->> 'subscription_term' else c.before ->> 'subscription_term'
      end
        is null
      and (c.product_id is null or ${isChanged("family")} or ${isChanged("subscription_term")})`,
    problemJson("family", "Only a plan has a family: give it a subscription_term too, or leave the family empty."),
  ],
  [
    sql`c.is_published and (${isChanged("author")} or ${isChanged("type")})
      and coalesce(c.next ->> 'type', c.before ->> 'type') = 'software'
      and btrim(coalesce(
        case when c.next ? 'author' then c.next ->> 'author' else c.before ->> 'author' end, ''
      )) = ''`,
    problemJson("author", "Software in the store needs an author."),
  ],
  [
    sql`c.is_published and c.before -> 'price_levels' ? ${basePriceLevel} and ${isChanged("price_levels")}
      and not c.next -> 'price_levels' ? ${basePriceLevel}`,
    problemJson(`Price: ${basePriceLevel}`, "A product in the store keeps a base price."),
  ],
  [
    sql`c.product_id is not null and ${isChanged("subscription_term")} and exists (
      select 1 from subscriptions s where s.product_id = c.product_id
        and s.status not in ('canceled', 'incomplete_expired') and (s.cancel_at is null or s.cancel_at > now())
    )`,
    problemJson("subscription_term", "It cannot change while a subscription to the product is live."),
  ],
];

/**
 * Stores a preview of a product file: the effect of each line, without changing products. A line finds its product by
 * SKU, ignoring case. @throws BadRequest for a file that `parseFile` refuses
 */
export async function createProductImport(ctx: Ctx, bytes: Uint8Array, levels: string[]): Promise<ProductImport> {
  const id = crypto.randomUUID();
  const statements = [insertImport(ctx, id, parseFile(bytes, levels)), selectImport(id)];
  const row = maybeOneOf(ctx, importRow, (await ctx.db.batch(statements, "long"))[1]);
  if (!row) throw new Error("an inserted import was not found");
  return row.product_import;
}

const insertImport = (ctx: Ctx, id: string, lines: FileLine[]): SQL => sql`
    with requested as materialized (
      select a.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as a (line int, sku text, values jsonb, prices jsonb, problems jsonb)
    ), matched as materialized (
      select a.*, p.id as product_id, p.updated_at, p.net_suite_id, p.name as product_name, to_jsonb(p) as before,
        coalesce(p.is_published, false) as is_published,
        case
          when p.id is null then ${JSON.stringify(defaults)}::jsonb || a.values
            || jsonb_build_object('sku', a.sku, 'price_levels', jsonb_strip_nulls(a.prices))
          when a.prices = '{}' then a.values
          else a.values || jsonb_build_object('price_levels', jsonb_strip_nulls(p.price_levels || a.prices))
        end as next
      from requested a left join products p on lower(p.sku) = lower(a.sku)
    ), compared as materialized (
      select m.*, coalesce((
          select jsonb_object_agg(k.key, jsonb_build_array(m.before -> k.key, k.value)) from jsonb_each(m.next) k
          where m.product_id is not null and m.before -> k.key is distinct from k.value
        ), '{}') as changes
      from matched m
    ), validated as materialized (
      select c.*, c.problems || to_jsonb(array_remove(array[${sql.join(
        rules.map(([isViolated, found]) => sql`case when ${isViolated} then ${found} end`),
        sql`, `,
      )}], null)) as all_problems
      from compared c
    ), l as materialized (
      select line, sku, coalesce(next ->> 'name', product_name, '') as name, product_id, updated_at, changes,
        case when product_id is null then next else '{}' end as values, all_problems as problems,
        case
          when all_problems <> '[]' then 'refused'
          when product_id is null then 'created'
          when changes = '{}' then 'unchanged'
          else 'changed'
        end as outcome
      from validated
    )
    insert into product_imports (id, lines, created_count, changed_count, unchanged_count, refused_count, created_by)
    select ${id}, coalesce(jsonb_agg(to_jsonb(l) order by line), '[]'), count(*) filter (where outcome = 'created'),
      count(*) filter (where outcome = 'changed'), count(*) filter (where outcome = 'unchanged'),
      count(*) filter (where outcome = 'refused'), ${requireUser(ctx).user_id}
    from l`;
