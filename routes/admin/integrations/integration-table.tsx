import type { IntegrationName } from "../../../db/enums.ts";
import type { Integration } from "../../../worker/domain/platform/index.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";

const labels: Record<IntegrationName, readonly [name: string, waiting: readonly [one: string, many: string]]> = {
  "net-suite": ["NetSuite, accounting", ["invoice", "invoices"]],
  fulex: ["Fulex, carrier", ["package", "packages"]],
  builds: ["Release registry", ["release", "releases"]],
  payments: ["Stripe, payments", ["webhook", "webhooks"]],
  email: ["Resend, email", ["email", "emails"]],
  sms: ["Twilio, text messages", ["message", "messages"]],
};

type IntegrationTableProps = { integrations: readonly Integration[]; off: ReadonlySet<IntegrationName> };

export const IntegrationTable = ({ integrations, off }: IntegrationTableProps) => (
  <Table rows={integrations} id={({ name }) => name} columns={buildColumns(off)} />
);

const buildColumns = (off: ReadonlySet<IntegrationName>): Column<Integration>[] => [
  { label: "Service", cell: ({ name }) => labels[name][0] },
  { label: "Last call", cell: (integration) => <LastCall integration={integration} />, on_phones: "note" },
  {
    label: "Reachable",
    cell: (integration) => <ReachabilityBadge integration={integration} isOff={off.has(integration.name)} />,
  },
  { label: "Waiting", cell: ({ name, waiting }) => waitingText(waiting, labels[name][1]), is_number: true },
];

function LastCall({ integration: { failing_since, answered_at, reason } }: { integration: Integration }) {
  if (failing_since)
    return (
      <>
        Failing since <TimeText at={failing_since} />: {reason}
      </>
    );
  if (!answered_at) return "No calls yet";
  return (
    <>
      Answered <TimeText at={answered_at} />
    </>
  );
}

function ReachabilityBadge({
  integration: { failing_since, answered_at },
  isOff,
}: {
  integration: Integration;
  isOff: boolean;
}) {
  if (isOff) return <Badge tone="neutral">Not set up</Badge>;
  if (failing_since) return <Badge tone="danger">Not reachable</Badge>;
  return answered_at ? <Badge tone="success">Reachable</Badge> : <Badge tone="neutral">Not known</Badge>;
}

const waitingText = (count: number, [one, many]: readonly [string, string]) =>
  count === 0 ? "Nothing" : `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
