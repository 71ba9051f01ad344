import { addressLines } from "../../../islands/lib/address.ts";
import { Field } from "../../../islands/ui/field.tsx";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { AddressFields, addressValues, addressLabels } from "./address-fields.tsx";

type AddressFormProps = {
  entry: OwnOrganization["addressBooks"][number] | undefined;
  updated_at: string;
  typed: Parameters<typeof buildFieldProps>[0];
  href: string;
  removal: string;
};

const labels = { ...addressLabels, phone: "Phone" };

export function AddressForm({ entry, updated_at, typed: sent, href, removal }: AddressFormProps) {
  const current = { ...addressValues(entry?.address), phone: entry?.phone ?? "" };
  const { typed, rows } = mergeForm(sent, updated_at, current, labels);
  const { field } = buildFieldProps(typed, current);
  return (
    <FormLayout>
      <ConflictComparison rows={rows} href={href} />
      <form className="form-card form-grid" method="post" action={href} noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <AddressFields field={field} has_recipient />
        <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} />
        <FormFoot>
          <button className="button">{entry ? "Save the address" : "Add the address"}</button>
          {entry && (
            <ConfirmForm
              id="remove"
              label="Remove this address"
              title="Remove this address?"
              action={removal}
              confirm="Yes, remove it"
              is_dangerous
              is_in_form
            >
              <p>{addressLines(entry.address).join(", ")}</p>
              <p>Orders already sent there keep the address.</p>
            </ConfirmForm>
          )}
        </FormFoot>
      </form>
    </FormLayout>
  );
}
