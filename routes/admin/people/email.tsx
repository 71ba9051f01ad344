import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { IdempotencyKey } from "../../../worker/ui/forms/idempotency-key.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";

type EmailProps = { user: AdminUser; typed: Parameters<typeof buildFieldProps>[0] };

/** A new address takes effect after its confirmation. */
export function EmailSection({ user, typed }: EmailProps) {
  const { id, first_name, email, email_change, is_email_verified, is_active, is_set_up } = user;
  const { field } = buildFieldProps(typed);
  if (!is_active)
    return <FormGroup id="email" title="Email" text={`${email}. It can be changed once they can sign in again.`} />;
  return (
    <FormGroup
      id="email"
      title="Email"
      text={
        <>
          {email}, {is_email_verified ? "confirmed" : "not confirmed yet"}.
          {email_change && (
            <>
              {" "}
              A change to {email_change.new_email} waits for its link since <DateText at={email_change.created_at} />.
            </>
          )}
        </>
      }
    >
      <ConfirmForm
        id="change-email"
        label="Change the email address"
        title={`Mail a link to ${first_name}’s new address?`}
        action={hrefOf(pages.changePersonEmail, { user_id: id })}
        confirm="Yes, mail the link"
      >
        <IdempotencyKey />
        <Field {...field("new_email")} label="New email" type="email" maxLength={64} autoComplete="off" />
        <p>The address changes when the link is opened within 24 hours.</p>
        <p>
          {is_set_up
            ? `${email} is notified at once, with a link to cancel the change.`
            : `The set-up link that was mailed to ${email} stops working at once. The new address gets one after it is confirmed.`}
        </p>
      </ConfirmForm>
      {email_change && (
        <form method="post" action={hrefOf(pages.handOverLink, { user_id: id })}>
          <input type="hidden" name="scope" value="verify:email-change" />
          <button className="button quiet">Make a link for {email_change.new_email} to hand over</button>
        </form>
      )}
    </FormGroup>
  );
}
