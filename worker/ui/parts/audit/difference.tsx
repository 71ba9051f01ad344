import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";

type Changes = AuditEntry["changes"];

export const fieldLabel = (field: string): string => field.replace(/^is_/, "").replaceAll("_", " ");

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length === 0) return "nothing";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A line for each changed field, such as "notes: nothing → VIP". */
export const differenceText = (changes: Changes): string =>
  changes
    .map(({ field, before, after }) => `${fieldLabel(field)}: ${valueText(before)} → ${valueText(after)}`)
    .join("\n");

export function Difference({ changes }: { changes: Changes }) {
  if (changes.length === 0) return null;
  return (
    <details className="difference">
      <summary>{summaryText(changes)}</summary>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              <del>{valueText(before)}</del> <ins>{valueText(after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const namedMax = 2;

function summaryText(changes: Changes): string {
  const firstFields = changes.slice(0, namedMax).map(({ field }) => fieldLabel(field));
  const more = changes.length - firstFields.length;
  return more > 0 ? `${firstFields.join(", ")} and ${more} more` : firstFields.join(", ");
}
