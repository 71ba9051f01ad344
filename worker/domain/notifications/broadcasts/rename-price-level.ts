import { type SQL, sql } from "drizzle-orm";

const audienceWithNewName = (audience: SQL): SQL => sql`jsonb_set(${audience}, '{price_levels}', (
    select jsonb_agg(case when level = renamed.old_name then renamed.new_name else level end order by place)
    from jsonb_array_elements_text(${audience} -> 'price_levels') with ordinality named (level, place)
  ))`;

const hasOldName = (audience: SQL): SQL =>
  sql`jsonb_exists(coalesce(${audience} -> 'price_levels', '[]'), renamed.old_name)`;

/**
 * CTEs that rename the price levels of `rows` (`before`, `after`) in saved audiences and in unsent notifications, so
 * that these still mean the same organizations. A sent notification names what its level was called then.
 */
export const renamePriceLevelParts = (rows: string): SQL => sql`
  renamed as (
    select before ->> 'name' as old_name, after ->> 'name' as new_name from ${sql.raw(rows)}
    where before ->> 'name' <> after ->> 'name'
  ),
  renamed_audiences as (
    update audiences
    set audience = ${audienceWithNewName(sql`audiences.audience`)},
      updated_at = greatest(now(), audiences.updated_at + interval '1 millisecond')
    from renamed
    where ${hasOldName(sql`audiences.audience`)}
  ),
  renamed_drafts as (
    update broadcasts
    set audience = ${audienceWithNewName(sql`broadcasts.audience`)},
      updated_at = greatest(now(), broadcasts.updated_at + interval '1 millisecond')
    from renamed
    where broadcasts.sent_at is null and ${hasOldName(sql`broadcasts.audience`)}
  )`;
