import type { AuditEntry } from "../../contract/entities/console/audit-entry.ts";
import { Timeline } from "../figures/timeline.tsx";
import { Difference } from "./audit/difference.tsx";
import { whoDid } from "./audit/who.ts";

type HistoryProps = {
  /** Of a thing, the newest first: `listObjectAudit`. */
  entries: readonly AuditEntry[];
  /** The audit log, narrowed to the thing. */
  more: string;
};

/** What was done to a thing, by whom and on whose behalf, with what is different since; a section at the side of its page. */
export function History({ entries, more }: HistoryProps) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {entries.length === 0 ? (
        <p className="small">No changes yet.</p>
      ) : (
        <Timeline
          events={entries.map((entry) => ({
            at: entry.created_at,
            what: entry.text,
            by: whoDid(entry),
            note: <Difference changes={entry.changes} />,
          }))}
        />
      )}
      <p className="links">
        <a href={more}>All of it in the audit log</a>
      </p>
    </section>
  );
}
