import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney, termLabels } from "../../../islands/lib/money.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ApprovalRequest } from "../../../worker/domain/sales/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { Totals } from "../../../worker/ui/parts/totals.tsx";

type Props = { request: ApprovalRequest };

type DecisionProps = Props & { approve: string; reject: string; error?: string | undefined };

export function DecisionForms({ request, approve, reject, error }: DecisionProps) {
  const sum = formatMoney(request.total);
  return (
    <div className="actions">
      <ConfirmForm
        id="approve"
        label={`Approve ${sum}`}
        title={`Approve the order of ${request.user.name}?`}
        action={approve}
        confirm={`Approve ${sum}`}
        is_main
      >
        <p>With the last approval, the order is placed at once and its payment method is charged.</p>
        <TextAreaField id="approve-note" name="note" label="Note" is_optional rows={2} maxLength={1000} />
      </ConfirmForm>
      <ConfirmForm
        id="reject"
        label="Reject"
        title={`Reject the order of ${request.user.name}?`}
        action={reject}
        confirm="Reject the order"
        is_dangerous
      >
        <p>Nothing is ordered. {request.user.name} gets an email with your note.</p>
        <TextAreaField id="reject-note" name="note" label="Why" required rows={3} maxLength={1000} error={error} />
      </ConfirmForm>
    </div>
  );
}

type Line = ApprovalRequest["lines"][number];

const lineColumns: readonly Column<Line>[] = [
  { label: "Product", cell: ({ name }) => name },
  {
    label: "Price",
    cell: ({ quantity, price, subscription_term: term }) =>
      term ? `${formatMoney(price)} ${termLabels[term]}` : `${quantity} × ${formatMoney(price)}`,
    on_phones: "note",
  },
  { label: "Sum", cell: ({ quantity, price }) => formatMoney(price * quantity), is_number: true },
];

export const RequestLines = ({ request: { lines } }: Props) => (
  <section>
    <h2>Products</h2>
    <Table
      columns={lineColumns}
      rows={lines}
      id={({ product_id }) => product_id}
      href={({ product_id }) => hrefOf(pages.product, { product_id })}
    />
  </section>
);

export function RequestTotals({ request: { total, total_details: details } }: Props) {
  const rows = [
    ["Subtotal", total - details.shipping - details.tax],
    ["Shipping", details.shipping],
    ["Tax", details.tax],
  ] as const;
  return <Totals rows={rows} total={["Total", total]} />;
}

export function RequestFacts({ request }: Props) {
  const { shipping_address: address, payment_method: method, note, po_number, rules, waits_for, expires_at } = request;
  const facts: [string, ReactNode][] = [
    ["Note", note],
    ["PO number", po_number],
    ["Ship to", address && addressLines(address).join(", ")],
    ["Payment", methodName(method)],
    ["Required by the rule", rules.map(({ name }) => name).join(", ")],
    ["Waiting for", waits_for.map(({ name }) => name).join(", ")],
    ["Prices held until", request.status === "pending" && <DateText key="until" at={expires_at} />],
  ];
  return (
    <section>
      <h2>Details</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
    </section>
  );
}

export function Decisions({ request: { approvals } }: Props) {
  if (approvals.length === 0) return null;
  return (
    <section>
      <h2>Decisions</h2>
      <Facts
        facts={approvals.map(({ name, decision, decided_at, note }) => [
          name,
          <>
            {decision === "approved" ? "Approved" : "Rejected"} on <DateText at={decided_at} />
            {note && `: ${note}`}
          </>,
        ])}
      />
    </section>
  );
}
