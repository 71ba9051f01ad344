import { Field } from "../../../islands/ui/field.tsx";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, FormLayout, FormRow } from "../../../worker/ui/layouts/layouts.tsx";

type ContactFormProps = {
  entry: OwnOrganization["contacts"][number] | undefined;
  updated_at: string;
  typed: Parameters<typeof buildFieldProps>[0];
  href: string;
  removal: string;
};

const labels = { name: "Name", role: "Role", email: "Email", phone: "Phone" };

export function ContactForm({ entry, updated_at, typed: sent, href, removal }: ContactFormProps) {
  const { name = "", email, phone, role } = entry ?? {};
  const current = { name, email: email ?? "", phone: phone ?? "", role: role ?? "" };
  const { typed, rows } = mergeForm(sent, updated_at, current, labels);
  const { field } = buildFieldProps(typed, current);
  return (
    <FormLayout>
      <ConflictComparison rows={rows} href={href} />
      <form className="form-card form-grid" method="post" action={href} noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <FormRow>
          <Field {...field("name")} label={labels.name} maxLength={128} />
          <Field {...field("role")} label={labels.role} is_optional maxLength={64} />
        </FormRow>
        <FormRow>
          <Field {...field("email")} label={labels.email} type="email" is_optional maxLength={254} />
          <Field {...field("phone")} label={labels.phone} type="tel" is_optional maxLength={16} />
        </FormRow>
        <FormFoot>
          <button className="button">{entry ? "Save the contact" : "Add the contact"}</button>
          {entry && (
            <ConfirmForm
              id="remove"
              label="Remove this contact"
              title={`Remove ${entry.name}?`}
              action={removal}
              confirm="Yes, remove it"
              is_dangerous
              is_in_form
            >
              <p>We will no longer contact them. If they have an account, it stays.</p>
            </ConfirmForm>
          )}
        </FormFoot>
      </form>
    </FormLayout>
  );
}
