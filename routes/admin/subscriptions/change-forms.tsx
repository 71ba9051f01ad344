import { subscriptionStatuses } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type AdminSubscription, hasProviderStatus } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { subscriptionStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";

type ChangeFormProps = { plan: AdminSubscription; typed: Parameters<typeof buildFieldProps>[0] };

/** Only `EndForm` cancels, and only the payment provider sets the other statuses. */
const settableStatuses = ["active", "past_due", "incomplete"] as const;
const toDay = (at: string | null): string => at?.slice(0, 10) ?? "";

const hasBegun = ({ start_at }: AdminSubscription): boolean => Date.parse(start_at) <= Date.now();

const isSettable = (plan: AdminSubscription): boolean =>
  !hasProviderStatus(plan) && settableStatuses.some((each) => each === plan.status);

const statusLabel = (value: string): string =>
  subscriptionStatusText(subscriptionStatuses.find((each) => each === value) ?? "incomplete");

const fieldLabels = (plan: AdminSubscription) => ({
  ...(!hasBegun(plan) && { start_date: "Begins" }),
  end_date: "Ends",
  ...(isSettable(plan) && { status: ["Status", statusLabel] as const }),
});

export function ChangeForm({ plan, typed }: ChangeFormProps) {
  const { id, status, start_at, cancel_at, stripe_id, product } = plan;
  if (status === "canceled")
    return (
      <FormGroup
        title="Change it"
        text="It has ended and can no longer be changed. The plan can be granted or bought again."
      >
        <p className="links">
          <a href={hrefOf(pages.giveSubscription, {}, { org_id: plan.org_id, product_id: product.id })}>
            Grant it again
          </a>
        </p>
      </FormGroup>
    );
  const href = hrefOf(pages.changeSubscription, { subscription_id: id });
  const current = { start_date: toDay(start_at), end_date: toDay(cancel_at), status };
  const { typed: formInput, rows } = mergeForm(typed, plan.updated_at, current, fieldLabels(plan));
  const { field } = buildFieldProps(formInput, current);
  return (
    <FormGroup title="Change it">
      <ConflictComparison rows={rows} href={hrefOf(pages.adminSubscription, { subscription_id: id })} />
      <form method="post" action={href} noValidate>
        <VersionFields updated_at={plan.updated_at} values={current} />
        <input type="hidden" name="shown_start" value={current.start_date} />
        <input type="hidden" name="shown_end" value={current.end_date} />
        {hasBegun(plan) ? (
          <p className="small">
            It began on <DateText at={start_at} />, so its start can no longer be moved.
          </p>
        ) : (
          <Field {...field("start_date")} label="Begins" type="date" hint="At 00:00 UTC." />
        )}
        <Field
          {...field("end_date")}
          label="Ends"
          type="date"
          {...(cancel_at === null && { is_optional: true as const })}
          hint={
            stripe_id === null
              ? "At 00:00 UTC."
              : "At 00:00 UTC. The payment provider charges no term that starts after it."
          }
        />
        {isSettable(plan) ? (
          <SelectField
            {...field("status")}
            label="Status"
            hint="While a payment is pending it unlocks nothing."
            options={settableStatuses.map((each) => [each, subscriptionStatusText(each)] as const)}
          />
        ) : (
          <p className="small">
            Its status follows the payments at the payment provider, which would overwrite one that was set here. You
            can end it below. Its price and plan cannot be changed, its payment method only by its buyers.
          </p>
        )}
        <button className="button">Save the change</button>
      </form>
    </FormGroup>
  );
}

export function EndForm({ plan }: { plan: AdminSubscription }) {
  const { id, product, organization, stripe_id } = plan;
  if (plan.status === "canceled") return null;
  return (
    <FormGroup
      title="End it now"
      text={
        <>
          {hasEnded(plan) ? "Its time is over already. " : ""}
          {organization.name} loses the software that it unlocks, except for versions published until now.
          {stripe_id !== null && " The provider charges nothing more. Past payments are not refunded automatically."}
        </>
      }
    >
      <ConfirmForm
        id="end"
        label="End it now"
        title={`End ${product.name} of ${organization.name} now?`}
        action={hrefOf(pages.endSubscription, { subscription_id: id })}
        confirm="Yes, end it"
        is_dangerous
      >
        <p>This cannot be undone: it can only be granted or bought again.</p>
      </ConfirmForm>
    </FormGroup>
  );
}
