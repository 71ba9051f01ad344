import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { auditField } from "../../../contract/people/audit-fields.ts";
import { utcZones, useZones, type Zones } from "../../date.tsx";
import { valueText } from "./value-text.ts";

type ChangedEntry = Pick<AuditEntry, "changes" | "names" | "subject">;
type Line = { field: string; label: string; before: string; after: string };

const toLines = ({ changes, names, subject }: ChangedEntry, zones: Zones): Line[] =>
  changes.map(({ field, before, after }) => {
    const [label, unit] = auditField(subject.type, field);
    const formatValue = (value: unknown) => valueText(unit, value, zones, names);
    return { field, label, before: formatValue(before), after: formatValue(after) };
  });

/** A line for each changed field, such as "Notes: nothing → VIP"; times in UTC. */
export const differenceText = (entry: ChangedEntry): string =>
  toLines(entry, utcZones)
    .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
    .join("\n");

export function Difference({ entry }: { entry: ChangedEntry }) {
  const lines = toLines(entry, useZones());
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
