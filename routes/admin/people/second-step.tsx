import { formatFactors, hasFactor } from "../../../worker/contract/people/factor-words.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Recovery, UserFactors } from "../../../worker/domain/identity/index.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { DateText, TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";

type SecondStepProps = { user: AdminUser; factors: UserFactors; is_self: boolean };

export function SecondStep({ user, factors, is_self }: SecondStepProps) {
  const { id, first_name, last_name, is_active } = user;
  const { recovery, last_used_at } = factors;
  if (!hasFactor(factors))
    return (
      <FormGroup
        id="second-step"
        title="Second step"
        text={`${first_name} has no passkey and no authenticator app: the password alone opens the account.`}
      />
    );
  return (
    <FormGroup
      id="second-step"
      title="Second step"
      text="If all of it is lost, we can remove it after 24 hours. Make sure first that it is really them who ask: call them back, or ask their colleagues."
    >
      <p>
        {formatFactors(factors)}
        {last_used_at ? (
          <>
            , last used on <DateText at={last_used_at} />
          </>
        ) : (
          ", not used yet"
        )}
        .
      </p>
      {recovery && <RunningRecovery recovery={recovery} user={user} />}
      {!recovery && is_self && <p>You cannot recover your own account. Another administrator can.</p>}
      {!recovery && !is_self && is_active && (
        <ConfirmForm
          id="recover"
          label="Remove it after 24 hours"
          title={`Remove the second step of ${first_name} ${last_name}?`}
          action={hrefOf(pages.startRecovery, { user_id: id })}
          confirm="Yes, begin the 24 hours"
          is_dangerous
        >
          <p>
            They are notified at once by email, in the portal and by text message, and can stop it. After 24 hours a
            link goes to {user.email}. It works once, for 24 hours and with their password.
          </p>
          <p>It removes their passkeys, authenticator app and backup codes, and signs them out everywhere else.</p>
        </ConfirmForm>
      )}
    </FormGroup>
  );
}

const RunningRecovery = ({ recovery, user: { id, first_name } }: { recovery: Recovery; user: AdminUser }) => (
  <>
    <Notice tone="warning">
      <p>
        {recovery.begun_by ?? "A former administrator"} began to remove it on <TimeText at={recovery.begun_at} />.{" "}
        {recovery.expires_at === null ? (
          <>
            The wait runs out on <TimeText at={recovery.due_at} />. Then {first_name} gets the link.
          </>
        ) : (
          <>
            The link was mailed and works until <TimeText at={recovery.expires_at} />.
          </>
        )}
      </p>
    </Notice>
    <ConfirmForm
      id="stop-recovery"
      label="Stop it"
      title={`Keep the second step of ${first_name}?`}
      action={hrefOf(pages.stopPersonRecovery, { user_id: id })}
      confirm="Yes, stop it"
    >
      <p>Nothing is removed, and the links that were mailed stop working.</p>
    </ConfirmForm>
  </>
);
