import { type SQL, sql } from "drizzle-orm";
import type { FoundBy, PlaceKind, SearchedKind } from "../../contract/entities/console/search-kinds.ts";
import { escapeLike, hasTrigram, iso } from "../sql.ts";

/** Rows of a group; more of them stand on the list of their kind. */
const shownMax = 5;
/** A group is counted up to here. */
export const countedMax = 1000;

/** Rows with the columns id, is_exact and found_by. */
export type Branch = SQL;

/** What of a row `t` of the table is told; null where left out. */
type Told = Partial<Record<"detail" | "organization" | "status" | "payment_status" | "amount", SQL>>;
export type Kind = {
  kind: SearchedKind;
  text: string;
  table: string;
  branches: Branch[];
  title: SQL;
  /** Of kinds whose address is a part of their text: what is typed whole is exactly it, like the title. */
  email?: SQL;
  told: Told;
  leads_to: { kind: SQL | PlaceKind; id: SQL };
};

/** Rows of a table that are meant by the whole text; `from` names the id and where it is found, through an index. */
export const exactly = (by: FoundBy, from: SQL): Branch =>
  sql`select one.id, true as is_exact, ${by}::text as found_by from (${from}) one (id)`;

/** Rows whose text has it as a part, by the trigram index of that name; nothing for a text without a trigram. */
export const partly = (text: string, by: FoundBy, index: string): Branch[] =>
  hasTrigram(text)
    ? [
        sql`
        select part.id, false as is_exact, ${by}::text as found_by
        from ids_holding(${index}, ${`%${escapeLike(text)}%`}, ${countedMax + 1}) part (id)`,
      ]
    : [];

const orNull = (value: SQL | undefined): SQL => value ?? sql`null`;

/**
 * A group as JSON. A row is read by its id alone, one by one (`limit 1`), so that no plan reads the table; what is shown of
 * the first five is read for them alone.
 */
export function groupOf({ kind, text, table, branches, title, email, told, leads_to }: Kind): SQL {
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
      limit ${shownMax}
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
            select ${orNull(told.detail)} as detail, ${orNull(told.organization)} as organization,
              ${orNull(told.status)} as status, ${orNull(told.payment_status)} as payment_status,
              ${orNull(told.amount)} as amount, ${iso("t.created_at")} as created_at,
              ${placeKind} as leads_to_kind, ${leads_to.id} as leads_to_id
            from ${from} t
            where t.id = b.id
            limit 1
          ) shown
      ), '[]')
    )
  )`;
}
