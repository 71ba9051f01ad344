import type { AuditUnit } from "../../../contract/people/audit-fields.ts";
import { formatMoney } from "../../../contract/buying/money.ts";
import { roleName } from "../../../contract/people/role-labels.ts";
import { dateText, timeText, type Zones } from "../../date.tsx";

/** Record names by the ids that values mention. */
export type Names = Readonly<Record<string, string>>;

export const nothingLabel = "nothing";

export function valueText(unit: AuditUnit, value: unknown, zones: Zones, names: Names): string {
  if (unit === "flag") return value === true ? "yes" : "no";
  if (isNothing(value)) return nothingLabel;
  if (Array.isArray(value)) return listText(unit, value, names);
  if (typeof value === "object") return membersText(Object(value));
  if (typeof value === "number") return unit === "money" ? formatMoney(value) : value.toLocaleString("en-US");
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  if (unit === "day" || unit === "time") return instantText(unit, text, zones);
  if (unit === "choice") return text.replaceAll(/[_-]/g, " ");
  return names[text] ?? text;
}

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) ? value.length === 0 : typeof value === "object" && Object.keys(value).length === 0);

function listText(unit: AuditUnit, values: readonly unknown[], names: Names): string {
  if (typeof unit === "object") {
    const [one, many] = unit.count;
    return `${values.length} ${values.length === 1 ? one : many}`;
  }
  const words = values.map((each) =>
    unit === "roles" ? roleName(String(each)) : typeof each === "object" ? membersText(Object(each)) : String(each),
  );
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(words.map((word) => names[word] ?? word));
}

/** "1 Main Street, Reno". */
const membersText = (members: Record<string, unknown>): string =>
  Object.values(members)
    .filter((each) => !isNothing(each))
    .map((each) => (typeof each === "object" ? membersText(Object(each)) : String(each)))
    .join(", ");

function instantText(unit: "day" | "time", text: string, { days, times }: Zones): string {
  if (Number.isNaN(Date.parse(text))) return text;
  return unit === "day" ? dateText(text, days) : timeText(text, times);
}
