import type { IntegrationName } from "../../../db/enums.ts";
import type { Integration } from "../../../worker/domain/platform/index.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";

const words: Record<IntegrationName, readonly [name: string, waiting: readonly [one: string, many: string]]> = {
  "net-suite": ["NetSuite, accounting", ["invoice", "invoices"]],
  fulex: ["Fulex, carrier", ["package", "packages"]],
  builds: ["Registry of builds", ["build", "builds"]],
  payments: ["Stripe, payments", ["callback", "callbacks"]],
  email: ["Resend, mail", ["mail", "mails"]],
  sms: ["Twilio, text messages", ["message", "messages"]],
};

type PartnerTableProps = { partners: readonly Integration[]; off: ReadonlySet<IntegrationName> };

/** Availability and pending work of each integration. */
export const PartnerTable = ({ partners, off }: PartnerTableProps) => (
  <Table rows={partners} id={({ name }) => name} columns={columnsOf(off)} />
);

const columnsOf = (off: ReadonlySet<IntegrationName>): Column<Integration>[] => [
  { label: "Partner", cell: ({ name }) => words[name][0] },
  { label: "From our last call", cell: (partner) => <LastCall partner={partner} />, on_phones: "note" },
  { label: "Reachable", cell: (partner) => <Reachable partner={partner} isOff={off.has(partner.name)} /> },
  { label: "Waits", cell: ({ name, waiting }) => waitingText(waiting, words[name][1]), is_number: true },
];

function LastCall({ partner: { failing_since, answered_at, reason } }: { partner: Integration }) {
  if (failing_since)
    return (
      <>
        Not since <TimeText at={failing_since} />: {reason}
      </>
    );
  if (!answered_at) return "No calls yet";
  return (
    <>
      It answered <TimeText at={answered_at} />
    </>
  );
}

function Reachable({ partner: { failing_since, answered_at }, isOff }: { partner: Integration; isOff: boolean }) {
  if (isOff) return <Badge tone="neutral">Not set up</Badge>;
  if (failing_since) return <Badge tone="danger">Not reachable</Badge>;
  return answered_at ? <Badge tone="success">Reachable</Badge> : <Badge tone="neutral">Not known</Badge>;
}

const waitingText = (count: number, [one, many]: readonly [string, string]) =>
  count === 0 ? "Nothing" : `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
