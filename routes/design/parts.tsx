import { orderStatuses, paymentStatuses, subscriptionStatuses } from "../../db/enums.ts";
import { MethodLabel } from "../../islands/ui/method-label.tsx";
import { NameWithPicture } from "../../worker/ui/figures/picture.tsx";
import { ImpersonationBanner } from "../../worker/ui/frame/impersonation.tsx";
import { ReturnedMailNotice } from "../../worker/ui/frame/returned-mail.tsx";
import { DatePresets } from "../../worker/ui/lists/date-presets.tsx";
import { FilterFields } from "../../worker/ui/lists/list-filters.tsx";
import { Tag } from "../../worker/ui/parts/badge.tsx";
import { Bell } from "../../worker/ui/parts/bell.tsx";
import { Checklist } from "../../worker/ui/parts/checklist.tsx";
import { Markdown } from "../../worker/ui/parts/markdown.tsx";
import { Price } from "../../worker/ui/parts/price.tsx";
import { FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import {
  OrderStateBadge,
  OrderStatusBadge,
  PaymentStatusBadge,
  SubscriptionStatusBadge,
} from "../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../worker/ui/parts/subscription-next.tsx";
import { Part } from "./components.tsx";
import { deviceQuery, frame, noon } from "./example-data.ts";

const markdown = "**Order O00000910** is on its way:\n\n- 2 packages by UPS\n- to [Austin](https://example.com/austin)";
const plan = { start_at: noon, cancel_at: null, current_period_end: noon, stripe_id: "sub_1" } as const;

export function SmallParts() {
  return (
    <Part title="Things by name and picture, prices, states">
      <NameWithPicture src="/products/spectra-100.svg" name="CGX Spectra 100" />
      <NameWithPicture src={null} name={`A thing without a picture, ${"W".repeat(40)}`} />
      <div className="actions">
        <Price price={129_900} subscription_term={null} />
        <Price price={4_900} subscription_term="month" is_from />
        <Price price={null} subscription_term={null} />
      </div>
      <div className="actions">
        {orderStatuses.map((status) => (
          <OrderStatusBadge key={status} status={status} />
        ))}
      </div>
      <div className="actions">
        {paymentStatuses.map((status) => (
          <PaymentStatusBadge key={status} status={status} />
        ))}
      </div>
      <div className="actions">
        <OrderStateBadge order={{ status: "new", payment_status: "declined" }} />
        <OrderStateBadge order={{ status: "received", payment_status: "paid" }} />
        <Tag>New</Tag>
      </div>
      <div className="actions">
        {subscriptionStatuses.map((status) => (
          <SubscriptionStatusBadge key={status} plan={{ ...plan, status }} />
        ))}
      </div>
      <p className="small">
        <NextText plan={{ ...plan, status: "active" }} />
      </p>
      <Markdown text={markdown} origin="https://shop.example.com" />
    </Part>
  );
}

const methods = [
  { type: "card", name: "visa", last4: "4242", note: "12/2029" },
  { type: "card", name: "amex", last4: "0005", note: "Declined on 23 Nov 2026" },
  {
    type: "us_bank_account",
    name: "Stripe Test Bank",
    last4: "6789",
    note: "Bank transfer; takes up to 4 business days",
  },
  { type: "card", name: "unknown", last4: "0341", note: "Expired 01/2026" },
] as const;

/** Checkout, a plan and an invoice to pay share these rows. */
export const MethodsPart = () => (
  <Part title="Payment methods to choose">
    <FormLayout>
      <fieldset className="step">
        <legend>Payment method</legend>
        {methods.map((method, index) => (
          <label key={method.last4} className="choice">
            <input type="radio" name="method" defaultChecked={index === 0} disabled={index === methods.length - 1} />
            <span>
              <MethodLabel method={method} />
              <em className="method-note">{method.note}</em>
            </span>
          </label>
        ))}
      </fieldset>
    </FormLayout>
  </Part>
);

const commands = [
  { title: "Actions", entries: [{ label: "Invite a person" }, { label: "Create a product" }] },
  { title: "Orders", entries: [{ label: "O00000910", note: "Acme Robotics" }] },
];

/** Same markup as that of islands/palette.ts. */
export const PalettePart = () => (
  <Part title="Command palette">
    <div className="dialog palette still">
      <input
        role="combobox"
        aria-label="Find a page, an action or a record"
        aria-expanded="true"
        aria-controls="palette-example"
        placeholder="A page, an action, a number or a name"
      />
      <div className="scroll" role="listbox" id="palette-example" aria-label="Commands">
        {commands.map(({ title, entries }, group) => (
          <div key={title} role="group" aria-label={title}>
            <b aria-hidden="true">{title}</b>
            {entries.map(({ label, ...entry }, index) => (
              <div key={label} role="option" aria-selected={group + index === 0}>
                <span>{label}</span>
                {"note" in entry && <small>{entry.note}</small>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="small" aria-hidden="true">
        ↑ ↓ choose, Enter opens, Esc closes
      </p>
    </div>
  </Part>
);

export const FiltersPart = () => (
  <Part title="Filters of a list">
    <form className="toolbar" action="/design/list">
      <div className="filters still" role="group" aria-label="Filters">
        <DatePresets range={{ from: "from", to: "to" }} path="/design/list" schema={deviceQuery} query={{}} />
        <FilterFields schema={deviceQuery} query={{ state: "in_use" }} labels={{ without: ["org_id"] }} />
      </div>
    </form>
  </Part>
);

const leftMs = 24 * 60_000;
const expiryTime = () => new Date(Date.now() + leftMs).toISOString();

export function FrameParts() {
  const { viewer } = frame;
  if (!viewer) return null;
  const dana = {
    first_name: "Dana",
    last_name: "Nilsson",
    reason: "Asked for by ticket 4711",
    expires_at: expiryTime(),
  };
  return (
    <Part title="In the frame">
      <div className="actions">
        {[0, 3, 128].map((count) => (
          <Bell key={count} count={count} is_current={count === 3} />
        ))}
      </div>
      <ImpersonationBanner viewer={{ ...viewer, impersonator: dana }} />
      <ReturnedMailNotice person={{ ...viewer, email_return: { reason: "bounced" } }} />
    </Part>
  );
}

export function ChecklistPart() {
  const steps = [
    { title: "License agreement", is_done: true, text: "People accept it before their first sign-in." },
    {
      title: "A shipping rate",
      is_done: false,
      text: "Products that ship cannot be ordered without one.",
      link: ["Add a rate", "#rate"],
    },
    { title: `A long step, ${"W".repeat(40)}`, is_done: false, text: "Comes later.", link: ["Do it", "#later"] },
  ] as const;
  return (
    <Part title="A checklist">
      <Checklist steps={steps} />
    </Part>
  );
}
