import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { auditField } from "../../../contract/people/audit-fields.ts";
import { inUtc, useZones, type Zones } from "../../date.tsx";
import { valueText } from "./value-text.ts";

type Changed = Pick<AuditEntry, "changes" | "names" | "subject">;
type Line = { field: string; label: string; before: string; after: string };

const linesOf = ({ changes, names, subject }: Changed, zones: Zones): Line[] =>
  changes.map(({ field, before, after }) => {
    const [label, unit] = auditField(subject.type, field);
    const wordsOf = (value: unknown) => valueText(unit, value, zones, names);
    return { field, label, before: wordsOf(before), after: wordsOf(after) };
  });

/** A line for each changed field, such as "Notes: nothing → VIP"; times in UTC. */
export const differenceText = (entry: Changed): string =>
  linesOf(entry, inUtc)
    .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
    .join("\n");

export function Difference({ entry }: { entry: Changed }) {
  const lines = linesOf(entry, useZones());
  if (lines.length === 0) return null;
  return (
    <details className="difference">
      <summary>{lines.length === 1 ? "1 change" : `${lines.length} changes`}</summary>
      <dl>
        {lines.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <del>{before}</del> <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
