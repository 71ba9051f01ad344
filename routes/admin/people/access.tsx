import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { IdempotencyKey } from "../../../worker/ui/forms/idempotency-key.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";

type AccessSectionProps = { user: AdminUser; is_self: boolean };

export function AccessSection({ user, is_self }: AccessSectionProps) {
  const { id, first_name, last_name, is_active } = user;
  const name = `${first_name} ${last_name}`;
  if (!is_active)
    return (
      <FormGroup
        id="access"
        title="Access"
        text="They cannot sign in and get no links. Their purchases and activity stay with the organization."
      >
        <ConfirmForm
          id="reactivate"
          label={`Let ${first_name} sign in again`}
          title={`Let ${name} sign in again?`}
          action={hrefOf(pages.reactivateAdminPerson, { user_id: id })}
          confirm="Yes, let them in"
        >
          <p>They are notified by email.</p>
        </ConfirmForm>
      </FormGroup>
    );
  return (
    <FormGroup
      id="access"
      title="Access"
      text={
        user.is_set_up
          ? "They have set a password. It cannot be viewed; a link lets them choose a new one."
          : "They have not followed their set-up link yet."
      }
    >
      <div className="actions">
        <LinkForms user={user} />
        {!is_self && (
          <ConfirmForm
            id="inactivate"
            label={`Inactivate ${first_name}`}
            title={`Inactivate ${name}?`}
            action={hrefOf(pages.inactivateAdminPerson, { user_id: id })}
            confirm="Yes, inactivate"
            is_dangerous
          >
            <p>
              They are signed out everywhere at once and cannot sign in until you reactivate them. They are notified by
              email.
            </p>
            <p>Their orders, subscriptions and devices stay with {user.organization.name}.</p>
          </ConfirmForm>
        )}
      </div>
      {is_self && <p>You cannot inactivate yourself. Another administrator can.</p>}
    </FormGroup>
  );
}

function LinkForms({ user: { id, first_name, email, is_set_up, email_change } }: { user: AdminUser }) {
  const [linkText, duration] = is_set_up
    ? ["a link for a new password", "1 hour"]
    : ["the set-up link again", "7 days"];
  return (
    <>
      {(is_set_up || !email_change) && (
        <ConfirmForm
          id="mail-link"
          label={`Mail ${linkText}`}
          title={`Mail ${first_name} ${linkText}?`}
          action={hrefOf(pages.sendPasswordLink, { user_id: id })}
          confirm="Yes, mail it"
        >
          <IdempotencyKey />
          <p>
            It goes to {email} and works for {duration}. Links that they were sent before stop working.
          </p>
        </ConfirmForm>
      )}
      <ConfirmForm
        id="hand-over"
        label="Create a link to hand over"
        title={`Create a link to hand over to ${first_name}?`}
        action={hrefOf(pages.handOverLink, { user_id: id })}
        confirm="Yes, show the link"
      >
        <p>
          No email is sent. The link is shown to you once and works for {duration}. Anyone with the link can open the
          account, so give it only to its owner. Earlier links stop working.
        </p>
      </ConfirmForm>
    </>
  );
}
