import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../date.tsx";
import type { Column } from "./table.tsx";

export const dateColumn = {
  label: "Date",
  cell: ({ created_at }) => <DateText at={created_at} />,
  csv: ({ created_at }) => created_at,
  sort: "created_at",
} satisfies Column<{ created_at: string }>;

export const organizationColumn = {
  label: "Organization",
  cell: ({ organization }) => organization.name,
  csv: ({ organization }) => organization.name,
  on_phones: "hidden",
} satisfies Column<{ organization: { name: string } }>;

export const totalColumn = {
  label: "Total",
  cell: ({ total }) => formatMoney(total),
  csv: ({ total }) => total / 100,
  sort: "total",
  is_number: true,
} satisfies Column<{ total: number }>;

export const statusFilter = <Status extends string>(
  statuses: readonly Status[],
  textOf: (status: Status) => string,
) => ({
  any: "Every status",
  values: Object.fromEntries(statuses.map((each) => [each, textOf(each)])),
});
