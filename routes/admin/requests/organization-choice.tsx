import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import type { OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import type { AccountRequestDetails } from "../../../worker/domain/people/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";

export type ApprovalChoices = { organizations: OrganizationChoices; levels: readonly string[] };
type OrganizationChoiceProps = {
  request: AccountRequestDetails;
  choice: ApprovalChoices;
  typed: TypedInput | undefined;
};

export function OrganizationChoice({ request, choice, typed }: OrganizationChoiceProps) {
  const { evidence } = request;
  const { organizations } = choice;
  const suggestions = toSuggestions(request);
  // an organization that was selected earlier stays available
  const otherOrganizations = organizations.named.filter(({ id }) => !suggestions.some((each) => each.id === id));
  const [chosenId] = typed?.values["org_id"] ?? [typed ? undefined : preselectedId(request)];
  const isAmbiguous = evidence.suggested_org_id === null && evidence.organizations.some(isStrongMatch);
  return (
    <>
      <FindField
        name="org_id"
        label="Organization"
        what={["organization", "organizations"]}
        result={organizations}
        offered={[...otherOrganizations, ...suggestions]}
        chosen={chosenId}
        none={{
          name: "New organization",
          why: "Created with the account",
          more: <NewOrganization request={request} choice={choice} typed={typed} />,
        }}
        error={typed?.errors["org_id"]}
        {...(isAmbiguous && { hint: "The evidence speaks for several: choose one." })}
      />
      {/* names for the confirmation message */}
      {[...organizations.found, ...otherOrganizations, ...suggestions].map(({ id, name }) => (
        <input key={id} type="hidden" name={`name.${id}`} value={name} />
      ))}
    </>
  );
}

const isStrongMatch = ({ has_device, people_at_domain }: AccountRequestDetails["evidence"]["organizations"][number]) =>
  has_device || people_at_domain > 0;

const preselectedId = ({ evidence }: AccountRequestDetails): string | undefined =>
  evidence.suggested_org_id ?? (evidence.organizations.some(isStrongMatch) ? undefined : "");

export const isNewOrganizationProposed = (request: AccountRequestDetails): boolean => preselectedId(request) === "";

const toSuggestions = ({ evidence: { organizations, domain } }: AccountRequestDetails) =>
  organizations.map(({ id, name, has_device, people_at_domain: people, likeness }) => ({
    id,
    name,
    why: [
      has_device && "has the device",
      people > 0 && `${people} ${people === 1 ? "person" : "people"} at ${domain}`,
      likeness > 0 && `name ${likeness} % alike`,
    ]
      .filter(Boolean)
      .join(" · "),
  }));

function NewOrganization({ request, choice, typed }: OrganizationChoiceProps) {
  const nameField = "new_organization.name";
  const emailField = "new_organization.billing_email";
  const proposed = { [nameField]: [request.org_name], [emailField]: [request.email] };
  const { field } = buildFieldProps(typed && { ...typed, values: { ...proposed, ...typed.values } }, {
    [nameField]: request.org_name,
    [emailField]: request.email,
  });
  return (
    <>
      <Field {...field(nameField)} label="Name" maxLength={1024} autoComplete="off" />
      <Field
        {...field(emailField)}
        label="Billing email"
        type="email"
        is_optional
        maxLength={254}
        autoComplete="off"
        hint="Invoices are sent there. Required for payments."
      />
      <SelectField
        {...field("new_organization.price_level_name")}
        label="Price level"
        options={[
          ["", "List prices"],
          ...choice.levels.filter((name) => name !== basePriceLevel).map((name) => [name, name] as const),
        ]}
      />
    </>
  );
}
