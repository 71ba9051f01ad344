import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrganizationName } from "../../../worker/domain/organizations/index.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { RoleFields } from "./role-fields.tsx";

type DetailsProps = {
  user: AdminUser;
  typed: Parameters<typeof fieldsOf>[0];
  organizations: readonly OrganizationName[];
  is_house: boolean;
};

/** Who they are and what they may do. */
export function Details({ user, typed, organizations, is_house }: DetailsProps) {
  const { id, first_name, last_name, phone, roles, org_id, organization } = user;
  const { field, list } = fieldsOf(typed, { first_name, last_name, phone: phone ?? "", roles, org_id });
  const others = organizations.filter((each) => each.id !== org_id).map((each) => [each.id, each.name] as const);
  return (
    <FormGroup
      title="Name, organization and roles"
      text="Other roles or another organization sign them out everywhere; other roles are told to them by mail."
    >
      <form method="post" action={hrefOf(pages.adminPerson, { user_id: id })} noValidate>
        <Field {...field("first_name")} label="First name" maxLength={32} autoComplete="off" />
        <Field {...field("last_name")} label="Last name" maxLength={32} autoComplete="off" />
        <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} autoComplete="off" />
        <SelectField {...field("org_id")} label="Organization" options={[[org_id, organization.name], ...others]} />
        <RoleFields list={list} is_house={is_house || roles.includes("admin")} />
        <button className="button">Save {first_name}</button>
      </form>
    </FormGroup>
  );
}
