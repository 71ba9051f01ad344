import { type SQL, sql } from "drizzle-orm";
import type { FoundBy, PlaceKind, SearchedKind } from "../../contract/entities/search-kinds.ts";
import { escapeLike, hasTrigram, iso } from "../sql.ts";

const rowsMax = 5;
export const countedMax = 1000;

/** A select with the columns id, is_exact and found_by. */
export type Branch = SQL;

type DisplayedColumns = Partial<Record<"detail" | "organization" | "status" | "payment_status" | "amount", SQL>>;
export type ConsoleKind = {
  kind: SearchedKind;
  text: string;
  table: string;
  branches: Branch[];
  title: SQL;
  /**
   * The row's email address, which its search index covers. A row whose title or email address equals the text is an
   * exact match.
   */
  email?: SQL;
  columns: DisplayedColumns;
  leads_to: { kind: SQL | PlaceKind; id: SQL };
};

/** Rows that match the whole text; `from` selects their ids through an index. */
export const exactBranch = (by: FoundBy, from: SQL): Branch =>
  sql`select one.id, true as is_exact, ${by}::text as found_by from (${from}) one (id)`;

/** Rows that contain the text, through the named trigram index; none for texts without a trigram. */
export const partialBranches = (text: string, by: FoundBy, index: string): Branch[] =>
  hasTrigram(text)
    ? [
        sql`
        select part.id, false as is_exact, ${by}::text as found_by
        from ids_holding(${index}, ${`%${escapeLike(text)}%`}, ${countedMax + 1}) part (id)`,
      ]
    : [];

const orNull = (value: SQL | undefined): SQL => value ?? sql`null`;

/**
 * Rows are read by id with `limit 1`, so that no plan scans the table; displayed columns are read for the first five
 * only.
 */
export function buildGroup({ kind, text, table, branches, title, email, columns, leads_to }: ConsoleKind): SQL {
  const from = sql.identifier(table);
  const isEmail = email ? sql`coalesce(lower(${email}) = lower(${text}), false)` : sql`false`;
  const placeKind = typeof leads_to.kind === "string" ? sql`${leads_to.kind}::text` : leads_to.kind;
  return sql`(
    with found as materialized (${sql.join(branches, sql` union all `)}),
    hits as materialized (
      select id, bool_or(is_exact) as is_exact, (array_agg(found_by order by is_exact desc))[1] as found_by
      from found
      group by id
    ),
    best as (
      select h.id, h.is_exact or named.is_it as is_exact, named.title,
        case when named.is_email then 'email' else h.found_by end as found_by,
        row_number() over (
          order by (h.is_exact or named.is_it) desc, named.title ilike ${`${escapeLike(text)}%`} desc,
            named.created_at desc, h.id desc
        ) as place
      from hits h
        cross join lateral (
          select ${title} as title, ${isEmail} as is_email, t.created_at,
            lower(${title}) = lower(${text}) or ${isEmail} as is_it
          from ${from} t
          where t.id = h.id
          limit 1
        ) named
      order by place
      limit ${rowsMax}
    )
    select json_build_object(
      'kind', ${kind}::text,
      'count', (select count(*)::int from hits),
      'has_more', false,
      'rows', coalesce((
        select json_agg(json_build_object(
          'id', b.id, 'is_exact', b.is_exact, 'found_by', b.found_by, 'title', b.title,
          'detail', shown.detail, 'organization', shown.organization, 'status', shown.status,
          'payment_status', shown.payment_status, 'amount', shown.amount, 'created_at', shown.created_at,
          'leads_to', case when shown.leads_to_id is not null
            then json_build_object('kind', shown.leads_to_kind, 'id', shown.leads_to_id) end
        ) order by b.place)
        from best b
          cross join lateral (
            select ${orNull(columns.detail)} as detail, ${orNull(columns.organization)} as organization,
              ${orNull(columns.status)} as status, ${orNull(columns.payment_status)} as payment_status,
              ${orNull(columns.amount)} as amount, ${iso("t.created_at")} as created_at,
              ${placeKind} as leads_to_kind, ${leads_to.id} as leads_to_id
            from ${from} t
            where t.id = b.id
            limit 1
          ) shown
      ), '[]')
    )
  )`;
}
