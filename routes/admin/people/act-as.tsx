import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { impersonationReasonMax } from "../../../worker/contract/people/impersonation-reason.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type ActAsProps = { user: AdminUser; typed: Parameters<typeof fieldsOf>[0] };

/** Why nobody acts as them now. */
function refusalOf({ roles, is_active, is_set_up }: AdminUser): string | undefined {
  if (can({ roles }, "manage_shop")) return "Nobody acts as an administrator.";
  if (!is_active) return "Nobody acts as somebody who is inactivated.";
  return is_set_up ? undefined : "Nobody can act as them before they have set up their account.";
}

/** The way to see what they see (O-035). */
export function ActAs({ user, typed }: ActAsProps) {
  const { id, first_name, organization } = user;
  const refusal = refusalOf(user);
  const { field } = fieldsOf(typed);
  if (refusal) return <FormGroup id="act-as" title={`Act as ${first_name}`} text={refusal} />;
  return (
    <FormGroup
      id="act-as"
      title={`Act as ${first_name}`}
      text={`You see what they see for 30 minutes. You can pay nothing, change no password, email address or role, and invite nobody. What you do is recorded under both names, and ${organization.name} reads it in its activity with your reason.`}
    >
      <form method="post" action={hrefOf(pages.actAsPerson, { user_id: id })} noValidate>
        <Field
          {...field("reason")}
          label="Reason"
          hint="As “Asked for by ticket 4711”."
          maxLength={impersonationReasonMax}
          autoComplete="off"
        />
        <button className="button quiet">Act as {first_name} for 30 minutes</button>
      </form>
    </FormGroup>
  );
}
