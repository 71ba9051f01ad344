import { createHash } from "node:crypto";

/** Every column as text. */
export type ChainEntry = {
  seq: string | null;
  id: string;
  created_at: string;
  actor_kind: string;
  actor_id: string | null;
  impersonator_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  org_id: string | null;
  data: string | null;
  request_id: string | null;
  data_hash: string | null;
  previous_hash: string | null;
  hash: string | null;
};
export const entryColumns = `
  seq::text as seq, id::text as id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  actor_kind, actor_id::text as actor_id, impersonator_id::text as impersonator_id, action, subject_type, subject_id,
  org_id::text as org_id, data::text as data, request_id, data_hash, previous_hash, hash`;
const encoder = new TextEncoder();

export type Anchor = { seq: number; hash: string };

export const origin: Anchor = { seq: 0, hash: "0".repeat(64) };

/** Content of an entry that the database function `erase_audit_of` erased. */
export const erasedContent = '{"erased": true}';

export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** Must equal the database's `audit_text`. */
function canonicalText(entry: ChainEntry): string {
  const parts = [
    entry.seq,
    entry.id,
    entry.created_at,
    entry.actor_kind,
    entry.actor_id,
    entry.impersonator_id,
    entry.action,
    entry.subject_type,
    entry.subject_id,
    entry.org_id,
    entry.data_hash,
    entry.request_id,
    entry.previous_hash,
  ];
  return parts.map((part) => (part === null ? "-" : `${encoder.encode(part).length}:${part}`)).join(",");
}

export const hashEntry = (entry: ChainEntry): string => sha256(canonicalText(entry));

/** Digest of the entries older than the chain, in id order, as the entry that sealed them stores it. */
export function createSeal(): { add(entry: ChainEntry): void; read(): { entries: number; sha256: string } } {
  const hash = createHash("sha256");
  let entries = 0;
  return {
    add(entry) {
      hash.update(hashEntry({ ...entry, data_hash: entry.data === null ? null : sha256(entry.data) }));
      entries += 1;
    },
    read: () => ({ entries, sha256: hash.copy().digest("hex") }),
  };
}
