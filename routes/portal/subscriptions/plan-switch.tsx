import * as z from "zod/mini";
import PaymentProgress from "../../../islands/store/payment-progress.tsx";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import {
  getPlanSwitch,
  getSubscription,
  type PlanSwitch,
  previewSubscriptionSwitch,
  type Subscription,
  switchSubscription,
} from "../../../worker/domain/payments/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Island } from "../../../worker/ui/island.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { NewTerm } from "./plan-facts.tsx";
import { settingsLayout } from "../../layouts.tsx";

export const termNames = { month: "monthly", year: "yearly" } as const;
const perTerm = { month: "per month", year: "per year" } as const;

const planParams = (c: AppContext) => ({ subscription_id: c.req.param("subscription_id") ?? "" });

const switchPage = page({
  path: pages.subscriptionSwitch,
  access: "buy",
  not_impersonated: true,
  layout: settingsLayout,
  section: "Subscriptions",
  params: z.object({ subscription_id: uuid(), switch_id: uuid() }),
  async load({ ctx, params: { subscription_id: id, switch_id } }) {
    const [plan, preview] = await Promise.all([getSubscription(ctx, id), getPlanSwitch(ctx, id, switch_id)]);
    return { plan, preview };
  },
  head: ({ preview }) => ({ title: `Switch to ${termNames[preview.interval]} · CrunchBox`, no_store: true }),
  view: ({ plan, preview }) => (
    <>
      <PageHeader
        trail={[
          ["Subscriptions", pages.subscriptions],
          [plan.product.name, hrefOf(pages.subscription, { subscription_id: plan.id })],
        ]}
        title={`Switch to ${termNames[preview.interval]}`}
      />
      <FormLayout>
        <SwitchState plan={plan} preview={preview} />
      </FormLayout>
    </>
  ),
});

const toNewTerm = ({ begins_at, ...preview }: PlanSwitch) => ({ ...preview, begins_at: begins_at ?? "" });

type SwitchProps = { plan: Subscription; preview: PlanSwitch };

const isPast = (at: string): boolean => Date.parse(at) <= Date.now();

function SwitchState(props: SwitchProps) {
  const { status, refusal, expires_at } = props.preview;
  if (status === "scheduled")
    return (
      <Notice tone="success">
        <NewTerm {...toNewTerm(props.preview)} />. You can undo it on the plan’s page until then.
      </Notice>
    );
  if (status === "withdrawn")
    return <Notice tone="info">This switch was undone. {props.plan.product.name} renews as before.</Notice>;
  if (status === "done")
    return <Notice tone="success">The switch is done. {props.plan.product.name} is your plan now.</Notice>;
  if (status === "claimed" && props.preview.confirm_url !== null) return <ConfirmationNotice {...props} />;
  if (status === "claimed")
    return (
      <Notice tone="info">
        The payment is under way. This page shows the outcome as soon as our payment provider has answered; nothing is
        charged twice.
      </Notice>
    );
  if (status === "refused")
    return (
      <>
        <Notice tone="danger">
          {props.preview.begins_at === null ? "The payment failed" : "The switch was refused"}: {refusal} Nothing was
          charged, and the plan is unchanged.
        </Notice>
        <RetryActions {...props} />
      </>
    );
  if (isPast(expires_at))
    return (
      <>
        <Notice tone="warning">These amounts were valid for 15 minutes. Check the new ones.</Notice>
        <RetryActions {...props} />
      </>
    );
  return props.preview.begins_at === null ? <SwitchNowSummary {...props} /> : <SwitchLaterSummary {...props} />;
}

/** The page reloads once the status of the switch changes. */
function ConfirmationNotice({ plan, preview: { id, due, product, status, confirm_url } }: SwitchProps) {
  const step = encodeURIComponent(`${id} ${status}`);
  return (
    <section className="notice warning" aria-label="Payment" data-step={step}>
      <p>
        Your bank asks you to confirm the payment of {formatMoney(due)} within a day. {product.name} begins as soon as
        you have; nothing is charged before, and without it {plan.product.name} stays as it is.
      </p>
      <form
        method="post"
        action={hrefOf(pages.withdrawSubscriptionSwitch, { subscription_id: plan.id })}
        className="actions"
      >
        <a className="button" href={confirm_url ?? ""} target="_blank" rel="noopener noreferrer">
          Confirm the payment
        </a>
        <button className="button quiet">Keep {plan.product.name}</button>
      </form>
      <Island name="store/payment-progress" of={PaymentProgress} props={{ step }} />
    </section>
  );
}

function RetryActions({ plan, preview }: SwitchProps) {
  return (
    <div className="plan-acts">
      <PreviewForm plan={plan} product_id={preview.product.id} label="See the new amounts" is_main />
      <a className="button quiet" href={hrefOf(pages.subscriptionPaymentMethods, { subscription_id: plan.id })}>
        Change payment method
      </a>
    </div>
  );
}

type PreviewProps = { plan: Subscription; product_id: string; label: string; is_main?: true };

/** A POST form instead of a link, because each preview makes the provider calculate amounts. */
export const PreviewForm = ({ plan, product_id, label, is_main }: PreviewProps) => (
  <form method="post" action={hrefOf(pages.previewSubscriptionSwitch, { subscription_id: plan.id })}>
    <input type="hidden" name="product_id" value={product_id} />
    <button className={is_main ? "button" : "button quiet"}>{label}</button>
  </form>
);

function SwitchNowSummary({ plan, preview }: SwitchProps) {
  const { id, product, price, credit, due, interval } = preview;
  const balanceUsed = price - credit - due;
  const method = plan.payment_method && briefMethodName(plan.payment_method);
  return (
    <section className="summary" aria-label="What is charged">
      <dl className="totals">
        <Row name={`${product.name}, with tax`} value={formatMoney(price)} />
        <Row name={`Unused days of ${plan.product.name}`} value={formatMoney(-credit)} />
        {balanceUsed !== 0 && (
          <Row name={balanceUsed > 0 ? "From your credit" : "Owed from before"} value={formatMoney(-balanceUsed)} />
        )}
        <Row name={method ? `Charged now to ${method}` : "Charged now"} value={formatMoney(due)} is_total />
      </dl>
      <p className="small">
        The new term begins at once. It renews for {formatMoney(price)} {perTerm[interval]}, until you cancel it.
      </p>
      <form method="post" action={hrefOf(pages.switchSubscription, { subscription_id: plan.id })}>
        <input type="hidden" name="switch_id" value={id} />
        <button className="button">{`Pay ${formatMoney(due)} and switch`}</button>
      </form>
      <a href={hrefOf(pages.subscription, { subscription_id: plan.id })}>Keep {plan.product.name}</a>
    </section>
  );
}

/** Nothing is charged before the current term ends. */
function SwitchLaterSummary({ plan, preview }: SwitchProps) {
  const { id, product, interval, begins_at } = toNewTerm(preview);
  const method = plan.payment_method && briefMethodName(plan.payment_method);
  return (
    <section className="summary" aria-label="What is charged">
      <p>
        <NewTerm {...toNewTerm(preview)} />
        {method && `, charged to ${method}`}, with tax.
      </p>
      <p className="small">
        Nothing is charged now, and {plan.product.name} stays until <DateText at={begins_at} />. You can undo the switch
        until then; afterwards {product.name} renews each {interval} until you cancel it.
      </p>
      <form method="post" action={hrefOf(pages.switchSubscription, { subscription_id: plan.id })}>
        <input type="hidden" name="switch_id" value={id} />
        <button className="button">
          Switch on <DateText at={begins_at} />
        </button>
      </form>
      <a href={hrefOf(pages.subscription, { subscription_id: plan.id })}>Keep {plan.product.name}</a>
    </section>
  );
}

const Row = ({ name, value, is_total }: { name: string; value: string; is_total?: true }) => (
  <div className={is_total && "total"}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const previewSwitchForm = formPost(contract.previewSubscriptionSwitch, {
  path: pages.previewSubscriptionSwitch,
  send: (ctx, { params: { subscription_id }, body }) => previewSubscriptionSwitch(ctx, subscription_id, body),
  back: (result, c) =>
    result
      ? hrefOf(pages.subscriptionSwitch, { ...planParams(c), switch_id: result.id })
      : hrefOf(pages.subscription, planParams(c)),
});

/** The page of the switch explains these errors. */
const explainedErrcodes: readonly string[] = ["PAYMENT_FAILED", "SUBSCRIPTION_SWITCH_OUTDATED"];

const confirmSwitchForm = formPost(contract.switchSubscription, {
  path: pages.switchSubscription,
  async send(ctx, { params: { subscription_id }, body: { switch_id } }) {
    const plan = await switchSubscription(ctx, subscription_id, { switch_id }).catch((error: unknown) => {
      if (error instanceof Failure && explainedErrcodes.includes(error.errcode)) return undefined;
      throw error;
    });
    return { is_made: plan !== undefined && plan.needs_action === null, switch_id };
  },
  back: (result, c) =>
    result && !result.is_made
      ? hrefOf(pages.subscriptionSwitch, { ...planParams(c), switch_id: result.switch_id })
      : hrefOf(pages.subscription, planParams(c)),
});

export const planSwitchPages: Route[] = [switchPage, previewSwitchForm, confirmSwitchForm];
