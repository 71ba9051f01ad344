import { accountRequestStatuses, orderStatuses, subscriptionStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { foundByLabels } from "../../../worker/contract/entities/search-labels.ts";
import type { SearchedKind } from "../../../worker/contract/entities/search-kinds.ts";
import type { SearchGroup } from "../../../worker/domain/search/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { humanize } from "../../../worker/ui/lists/query-fields.ts";
import {
  OrderStatusBadge,
  PaymentStatusBadge,
  RequestBadge,
  SubscriptionStatusBadge,
} from "../../../worker/ui/parts/status-badges.tsx";
import { Badge, type Tone } from "../../../worker/ui/parts/badge.tsx";

type Hit = SearchGroup["rows"][number];

const labels = {
  orders: ["Order"],
  invoices: ["Invoice"],
  carts: ["Cart", "Of"],
  subscriptions: ["Subscription"],
  devices: ["Serial number", "Product"],
  organizations: ["Organization", "Billing email"],
  people: ["Person", "Email"],
  requests: ["Person", "Email"],
  products: ["Product", "SKU"],
} as const satisfies Record<SearchedKind, readonly [title: string, detail?: string]>;

const withoutOrganization: readonly SearchedKind[] = ["organizations", "products"];
const withState: readonly SearchedKind[] = [
  "orders",
  "invoices",
  "carts",
  "subscriptions",
  "people",
  "requests",
  "products",
];
const withAmount: readonly SearchedKind[] = ["orders", "invoices", "subscriptions", "products"];

export function columnsFor(kind: SearchedKind): Column<Hit>[] {
  const [title, detail] = labels[kind] as readonly [string, string?];
  return [
    { label: title, cell: (hit) => <HitTitle hit={hit} /> },
    ...(detail ? [{ label: detail, cell: ({ detail: text }: Hit) => text, on_phones: "note" as const }] : []),
    ...(withoutOrganization.includes(kind)
      ? []
      : [
          {
            label: "Organization",
            cell: ({ organization }: Hit) => organization,
            on_phones: detail ? ("hidden" as const) : ("note" as const),
          },
        ]),
    ...(withState.includes(kind)
      ? [{ label: "State", cell: (hit: Hit) => <HitState kind={kind} hit={hit} />, on_phones: "state" as const }]
      : []),
    { label: "Since", cell: ({ created_at }) => created_at && <DateText at={created_at} />, on_phones: "hidden" },
    ...(withAmount.includes(kind)
      ? [
          {
            label: "Amount",
            cell: ({ amount }: Hit) => amount !== null && formatMoney(amount),
            is_number: true as const,
          },
        ]
      : []),
  ];
}

function HitTitle({ hit: { title, found_by } }: { hit: Hit }) {
  const by = foundByLabels[found_by];
  return (
    <>
      {title} {by && <small>{`by ${by.charAt(0).toLowerCase()}${by.slice(1)}`}</small>}
    </>
  );
}

type HitStateProps = { kind: SearchedKind; hit: Hit };

function HitState({ kind, hit: { status, payment_status } }: HitStateProps) {
  return (
    <>
      {status && <StatusBadge kind={kind} status={status} />}{" "}
      {payment_status && <PaymentStatusBadge status={payment_status} />}
    </>
  );
}

function StatusBadge({ kind, status }: { kind: SearchedKind; status: string }) {
  const orderStatus = orderStatuses.find((each) => each === status);
  const subscriptionStatus = subscriptionStatuses.find((each) => each === status);
  const requestStatus = accountRequestStatuses.find((each) => each === status);
  if (kind === "orders" && orderStatus) return <OrderStatusBadge status={orderStatus} />;
  if (kind === "requests" && requestStatus) return <RequestBadge status={requestStatus} />;
  if (kind === "subscriptions" && subscriptionStatus)
    return <SubscriptionStatusBadge plan={{ status: subscriptionStatus, cancel_at: null }} />;
  return <Badge tone={tones[status] ?? "neutral"}>{status === "inactive" ? "Inactivated" : humanize(status)}</Badge>;
}

const tones: Record<string, Tone> = {
  open: "info",
  bought: "success",
  active: "success",
  invited: "info",
  published: "success",
  "not published": "warning",
};
