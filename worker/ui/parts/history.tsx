import type { AuditEntry } from "../../contract/entities/audit-entry.ts";
import { IfAllowed } from "../access.tsx";
import { Timeline } from "../figures/timeline.tsx";
import { Difference } from "./audit/difference.tsx";
import { Sentence } from "./audit/sentence-text.tsx";

type HistoryProps = {
  /** Newest first, from `listObjectAudit`. */
  entries: readonly AuditEntry[];
  /** Linked only for viewers who may read the audit log. */
  more: string;
};

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
            what: <Sentence entry={entry} />,
            note: <Difference entry={entry} />,
          }))}
        />
      )}
      <IfAllowed access="audit:read">
        <p className="links">
          <a href={more}>View all in the audit log</a>
        </p>
      </IfAllowed>
    </section>
  );
}
