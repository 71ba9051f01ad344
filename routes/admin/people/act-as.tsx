import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { impersonationReasonMax } from "../../../worker/contract/people/impersonation-reason.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type ActAsFormProps = { user: AdminUser; typed: Parameters<typeof buildFieldProps>[0] };

function refusalReason({ roles, is_active, is_set_up }: AdminUser): string | undefined {
  if (can({ roles }, "use_console")) return "You cannot act as an administrator.";
  if (!is_active) return "You cannot act as an inactive user.";
  return is_set_up ? undefined : "You cannot act as a user who has not set up the account.";
}

export function ActAsForm({ user, typed }: ActAsFormProps) {
  const { id, first_name, organization } = user;
  const refusal = refusalReason(user);
  const { field } = buildFieldProps(typed);
  if (refusal) return <FormGroup id="act-as" title={`Act as ${first_name}`} text={refusal} />;
  return (
    <FormGroup
      id="act-as"
      title={`Act as ${first_name}`}
      text={`You see what they see for 30 minutes. You cannot pay, invite users, or change a password, email address or role. Your actions are recorded under both names, and ${organization.name} sees them in its activity with your reason.`}
    >
      <form method="post" action={hrefOf(pages.actAsPerson, { user_id: id })} noValidate>
        <Field
          {...field("reason")}
          label="Reason"
          hint="For example “Requested in ticket 4711”."
          maxLength={impersonationReasonMax}
          autoComplete="off"
        />
        <button className="button quiet">Act as {first_name} for 30 minutes</button>
      </form>
    </FormGroup>
  );
}
