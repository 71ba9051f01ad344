import { type SQL, sql } from "drizzle-orm";

/**
 * Credentials, which are never recorded. Every new column with a credential must be added
 * (`tests/domain/audit.test.ts`).
 */
export const secretFields = [
  "password_hash",
  "token_hash",
  "former_token_hash",
  "code_hash",
  "code_challenge",
  "sealed_secret",
  "webauthn_challenge",
] as const;
/** Fields that change with every update or repeat what the audit entry says. */
export const ignoredFields = [
  "id",
  "created_at",
  "updated_at",
  "updated_by",
  "session_epoch",
  "applied_seq",
  "version",
  "version_key",
  "synchronized_at",
  "seen_in_net_suite_at",
  "status_at",
];
/** In characters; a longer value is recorded as its first `lengthMax / 2` characters and its length. */
const lengthMax = 1000;

const omittedFields = sql.raw(`array[${[...secretFields, ...ignoredFields].map((field) => `'${field}'`).join(", ")}]`);

/**
 * Returning clause of a recorded insert, update or delete: the columns `before` and `after`
 * (https://www.postgresql.org/docs/18/dml-returning.html). Whole rows with secrets: never send them to clients.
 */
export const beforeAndAfter: SQL = sql.raw("to_jsonb(old) as before, to_jsonb(new) as after");

/**
 * The difference of two rows, each jsonb or null, as `{field: [before, after]}`, with nested fields as
 * `{"object.field": ...}`; null for no difference. Omits `secretFields`, `ignoredFields`, and changes from one empty
 * value (null, false, `[]`, `{}`) to another.
 */
export const diffRows = (before: SQL = sql`before`, after: SQL = sql`after`): SQL =>
  sql`audit_changes(${before}, ${after}, ${omittedFields}, ${sql.raw(String(lengthMax))})`;
