import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listRoles } from "../../../worker/contract/people/role-labels.ts";
import type { listUsers } from "../../../worker/domain/people/index.ts";
import type { listAdminOrgProducts } from "../../../worker/domain/devices/index.ts";
import type { listAdminDownloads } from "../../../worker/domain/software/index.ts";
import type { listAdminInvoices, listAdminSubscriptions } from "../../../worker/domain/payments/index.ts";
import type { listAdminOrders } from "../../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import {
  OrderStatusBadge,
  PaymentStatusBadge,
  SubscriptionStatusBadge,
} from "../../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { RelatedList } from "./part.tsx";

type ListCall = (...input: never[]) => Promise<{ data: unknown[] }>;
type SectionProps<L extends ListCall> = { org_id: string; page: Awaited<ReturnType<L>> };
type ColumnsOf<L extends ListCall> = readonly Column<Awaited<ReturnType<L>>["data"][number]>[];

const peopleColumns: ColumnsOf<typeof listUsers> = [
  { label: "Name", cell: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  { label: "Email", cell: ({ email }) => <TruncatedText text={email} /> },
  { label: "Roles", cell: ({ roles }) => listRoles(roles), on_phones: "hidden" },
  { label: "Access", cell: ({ is_active }) => !is_active && <Badge tone="neutral">Inactivated</Badge> },
];

export const People = ({ org_id, page }: SectionProps<typeof listUsers>) => (
  <RelatedList
    title="People"
    noun={["person", "people"]}
    page={page}
    id={({ id }) => id}
    href={({ id }) => hrefOf(pages.adminPerson, { user_id: id })}
    columns={peopleColumns}
    all={hrefOf(pages.adminPeople, {}, { org_id })}
    more={[["Add a user", hrefOf(pages.createPerson, {}, { org_id }), "people:act"]]}
  />
);

const deviceColumns: ColumnsOf<typeof listAdminOrgProducts> = [
  { label: "Serial number", cell: ({ serial }) => serial },
  { label: "Product", cell: ({ product }) => product.name },
  { label: "Since", cell: ({ created_at }) => <DateText at={created_at} />, on_phones: "hidden" },
];

export const Devices = ({ org_id, page }: SectionProps<typeof listAdminOrgProducts>) => {
  const allHref = hrefOf(pages.organizationDevices, { org_id });
  return (
    <RelatedList
      title="Devices"
      noun={["device", "devices"]}
      page={page}
      id={({ id }) => id}
      columns={deviceColumns}
      all={allHref}
      more={[["Register or remove a device", allHref, "devices:act"]]}
    />
  );
};

const orderColumns: ColumnsOf<typeof listAdminOrders> = [
  { label: "Order", cell: ({ order_number }) => order_number },
  { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
  { label: "Status", cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    label: "Payment",
    cell: ({ payment_status }) => <PaymentStatusBadge status={payment_status} />,
    on_phones: "hidden",
  },
  { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
];

export const Orders = ({ org_id, page }: SectionProps<typeof listAdminOrders>) => (
  <RelatedList
    title="Orders"
    noun={["order", "orders"]}
    page={page}
    id={({ id }) => id}
    href={({ id }) => hrefOf(pages.adminOrder, { order_id: id })}
    columns={orderColumns}
    all={hrefOf(pages.adminOrders, {}, { org_id })}
  />
);

const invoiceColumns: ColumnsOf<typeof listAdminInvoices> = [
  { label: "Invoice", cell: ({ stripe_invoice_no, cart_no }) => stripe_invoice_no ?? cart_no ?? "No number yet" },
  { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
  { label: "Payment", cell: ({ payment_status }) => <PaymentStatusBadge status={payment_status} /> },
  { label: "Amount", cell: ({ amount }) => formatMoney(amount), is_number: true },
];

export const Invoices = ({ org_id, page }: SectionProps<typeof listAdminInvoices>) => (
  <RelatedList
    title="Invoices"
    noun={["invoice", "invoices"]}
    page={page}
    id={({ id }) => id}
    href={({ id }) => hrefOf(pages.adminInvoice, { invoice_id: id })}
    columns={invoiceColumns}
    all={hrefOf(pages.adminInvoices, {}, { org_id })}
  />
);

const subscriptionColumns: ColumnsOf<typeof listAdminSubscriptions> = [
  { label: "Plan", cell: ({ product }) => product.name },
  { label: "Next", cell: (plan) => <NextText plan={plan} /> },
  { label: "Status", cell: (plan) => <SubscriptionStatusBadge plan={plan} /> },
  { label: "Price", cell: ({ product }) => formatMoney(product.amount), is_number: true },
];

export const Subscriptions = ({ org_id, page }: SectionProps<typeof listAdminSubscriptions>) => (
  <RelatedList
    title="Subscriptions"
    noun={["subscription", "subscriptions"]}
    page={page}
    id={({ id }) => id}
    href={({ id }) => hrefOf(pages.adminSubscription, { subscription_id: id })}
    columns={subscriptionColumns}
    all={hrefOf(pages.adminSubscriptions, {}, { org_id })}
    more={[["Grant a subscription", hrefOf(pages.giveSubscription, {}, { org_id }), "subscriptions:act"]]}
  />
);

const downloadColumns: ColumnsOf<typeof listAdminDownloads> = [
  { label: "Software", cell: ({ software, version }) => `${software.title} ${version.version}` },
  { label: "By", cell: ({ user }) => (user ? `${user.first_name} ${user.last_name}` : "A former colleague") },
  { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
];

export const Downloads = ({ org_id, page }: SectionProps<typeof listAdminDownloads>) => (
  <RelatedList
    title="Downloads"
    noun={["download", "downloads"]}
    page={page}
    id={({ id }) => id}
    columns={downloadColumns}
    all={hrefOf(pages.organizationDownloads, { org_id })}
  />
);
