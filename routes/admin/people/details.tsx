import type { ReactNode } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { roleName } from "../../../worker/contract/people/role-labels.ts";
import type { OrganizationChoices, OrganizationName } from "../../../worker/domain/organizations/index.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import { RoleFields } from "./role-fields.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type DetailsProps = {
  user: AdminUser;
  typed: Parameters<typeof buildFieldProps>[0];
  organizations: OrganizationChoices;
  offers_admin: boolean;
  by: ReactNode;
};

const fieldLabels = (organizations: readonly OrganizationName[]) => ({
  first_name: "First name",
  last_name: "Last name",
  phone: "Phone",
  org_id: ["Organization", (value: string) => organizations.find(({ id }) => id === value)?.name ?? value] as const,
  roles: ["Roles", roleName] as const,
});

export function Details({ user, typed, organizations, offers_admin, by }: DetailsProps) {
  const { id, first_name, last_name, phone, roles, org_id, organization, updated_at } = user;
  const currentOrganization = { id: org_id, name: organization.name, why: "Theirs now" };
  const current = { first_name, last_name, phone: phone ?? "", org_id, roles };
  const { typed: formInput, rows } = mergeForm(
    typed,
    updated_at,
    current,
    fieldLabels([currentOrganization, ...organizations.named]),
  );
  const { field, list } = buildFieldProps(formInput, current);
  const href = hrefOf(pages.adminPerson, { user_id: id });
  return (
    <>
      <ConflictComparison rows={rows} href={href} by={by} />
      <form method="post" action={href} noValidate className="form-layout">
        <VersionFields updated_at={updated_at} values={current} />
        <FormGroup title="Name and phone">
          <Field {...field("first_name")} label="First name" maxLength={32} autoComplete="off" />
          <Field {...field("last_name")} label="Last name" maxLength={32} autoComplete="off" />
          <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} autoComplete="off" />
        </FormGroup>
        <FormGroup
          title="Organization and roles"
          text="Changing one of these signs them out everywhere. They are notified of new roles by email."
        >
          <OrganizationField {...field("org_id")} organizations={organizations} own={currentOrganization} enter_sends />
          <RoleFields list={list} offers_admin={offers_admin || can({ roles }, "use_console")} />
        </FormGroup>
        <SaveBar label={`Save ${first_name}`} discard={href} typed={formInput} current={current} />
      </form>
    </>
  );
}
