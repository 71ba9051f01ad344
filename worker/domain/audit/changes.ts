import { type SQL, sql } from "drizzle-orm";

/** Never told: what opens an account. A new column of this kind stands here (`tests/domain/audit.test.ts`). */
export const secretFields = ["password_hash", "token_hash", "code_hash", "code_challenge"] as const;
/** What changes along with everything, or says nothing that the entry does not. */
const plainFields = [
  ...["id", "created_at", "updated_at", "updated_by", "session_epoch", "applied_seq", "version"],
  ...["synchronized_at", "seen_in_net_suite_at", "status_at"],
];
/** What says nothing of a row that was made or removed. */
const nothings = sql.raw("'null', '[]', '{}', 'false'");
/** Characters of a value; of a longer one so many are told, and how long it is. */
const lengthMax = 1000;

const left = sql.raw(`array[${[...secretFields, ...plainFields].map((field) => `'${field}'`).join(", ")}]`);
const shown = (value: string): SQL =>
  sql.raw(`case
    when length(${value}::text) > ${lengthMax}
      then to_jsonb(left(${value} #>> '{}', ${lengthMax / 2}) || '… (' || length(${value} #>> '{}') || ' characters)')
    else ${value}
  end`);

/** The fields of a row with their values; what is an object itself, as an address, is told by the fields of it. */
const fieldsOf = (row: SQL): SQL => sql`
  select field || coalesce('.' || part.key, '') as field, coalesce(part.value, each_field.value) as value
  from jsonb_each(coalesce(${row}, '{}')) each_field (field, value)
    left join lateral jsonb_each(
      case jsonb_typeof(each_field.value) when 'object' then each_field.value else '{}' end
    ) part on true
  where field <> all(${left})`;

/**
 * What an insert, an update or a delete returns for its entry, as the columns `before` and `after` of the recorded rows
 * (https://www.postgresql.org/docs/18/dml-returning.html). Not for what leaves the database: the rows are whole.
 */
export const beforeAndAfter: SQL = sql.raw("to_jsonb(old) as before, to_jsonb(new) as after");

/**
 * The difference of two rows, each as jsonb or null, as `{field: [before, after]}`, of what stands in an object as
 * `{"object.field": ...}`; null where nothing differs. Secrets and what changes along with everything are left out, long
 * values are cut with a mark.
 */
export const changesOf = (before: SQL = sql`before`, after: SQL = sql`after`): SQL => sql`(
  select jsonb_object_agg(field, jsonb_build_array(${shown("was")}, ${shown("is_now")}))
  from (
    select field, coalesce(one.value, 'null') as was, coalesce(other.value, 'null') as is_now
    from (${fieldsOf(before)}) one full join (${fieldsOf(after)}) other using (field)
  ) compared
  where was <> is_now
    and not (was in (${nothings}) and is_now in (${nothings}))
)`;
