import { formatMoney } from "../../../islands/lib/money.ts";
import type { Discrepancy } from "../../../worker/contract/entities/reconciliation.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { kindLabels, referenceText } from "./labels.ts";

export function DiscrepancyBadge({ closed_at }: Pick<Discrepancy, "closed_at">) {
  return closed_at === null ? <Badge tone="danger">Open</Badge> : <Badge tone="neutral">Closed</Badge>;
}

export const discrepancyColumns: readonly Column<Discrepancy>[] = [
  { label: "Kind", cell: ({ kind }) => kindLabels[kind], csv: ({ kind }) => kind },
  { label: "Reference", cell: referenceText, csv: ({ reference_id }) => reference_id, on_phones: "note" },
  {
    label: "Organization",
    cell: ({ org_name }) => org_name,
    csv: ({ org_name }) => org_name,
    on_phones: "hidden",
    is_extra: true,
  },
  {
    label: "Found",
    cell: ({ first_seen_at }) => <DateText at={first_seen_at} />,
    csv: ({ first_seen_at }) => first_seen_at,
    sort: "first_seen_at",
    on_phones: "hidden",
  },
  {
    label: "State",
    cell: (discrepancy) => <DiscrepancyBadge {...discrepancy} />,
    csv: ({ closed_at }) => (closed_at === null ? "Open" : "Closed"),
  },
  {
    label: "Expected",
    cell: ({ expected }) => formatMoney(expected),
    csv: ({ expected }) => expected,
    is_number: true,
    on_phones: "hidden",
  },
  {
    label: "Actual",
    cell: ({ found }) => formatMoney(found),
    csv: ({ found }) => found,
    is_number: true,
    on_phones: "hidden",
  },
  {
    label: "Difference",
    cell: ({ expected, found }) => formatMoney(found - expected),
    csv: ({ expected, found }) => found - expected,
    is_number: true,
  },
];
