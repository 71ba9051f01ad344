import { type SQL, sql } from "drizzle-orm";

/** Never told: what opens an account. A new column of this kind stands here (`tests/domain/audit.test.ts`). */
export const secretFields = [
  "password_hash",
  "token_hash",
  "former_token_hash",
  "code_hash",
  "code_challenge",
] as const;
/** What changes along with everything, or says nothing that the entry does not. */
const plainFields = [
  "id",
  "created_at",
  "updated_at",
  "updated_by",
  "session_epoch",
  "applied_seq",
  "version",
  "synchronized_at",
  "seen_in_net_suite_at",
  "status_at",
];
/** Characters of a value; of a longer one the first half of so many are told, and how long it is. */
const lengthMax = 1000;

const left = sql.raw(`array[${[...secretFields, ...plainFields].map((field) => `'${field}'`).join(", ")}]`);

/**
 * What an insert, an update or a delete returns for its entry, as the columns `before` and `after` of the recorded rows
 * (https://www.postgresql.org/docs/18/dml-returning.html). Not for what leaves the database: the rows are whole.
 */
export const beforeAndAfter: SQL = sql.raw("to_jsonb(old) as before, to_jsonb(new) as after");

/**
 * The difference of two rows, each as jsonb or null, as `{field: [before, after]}`, of what stands in an object as
 * `{"object.field": ...}`; null where nothing differs. Secrets, what changes along with everything and what says nothing of a
 * row that was made or removed (null, false, empty) are left out, long values are cut with a mark.
 */
export const changesOf = (before: SQL = sql`before`, after: SQL = sql`after`): SQL =>
  sql`audit_changes(${before}, ${after}, ${left}, ${sql.raw(String(lengthMax))})`;
