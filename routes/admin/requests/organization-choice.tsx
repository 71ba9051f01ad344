import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import type { OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import type { AccountRequestDetails } from "../../../worker/domain/people/index.ts";
import type { Typed } from "../../../worker/http/flash.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";

export type Choice = { organizations: OrganizationChoices; levels: readonly string[] };
type ChoiceProps = { request: AccountRequestDetails; choice: Choice; typed: Typed | undefined };

export function OrganizationChoice({ request, choice, typed }: ChoiceProps) {
  const { evidence } = request;
  const { organizations } = choice;
  const likely = likelyOf(request);
  // an organization chosen earlier stays available
  const others = organizations.named.filter(({ id }) => !likely.some((each) => each.id === id));
  const [chosen] = typed?.values["org_id"] ?? [typed ? undefined : preselected(request)];
  const doDisagree = evidence.suggested_org_id === null && evidence.organizations.some(isStrong);
  return (
    <>
      <FindField
        name="org_id"
        label="Organization"
        what={["organization", "organizations"]}
        result={organizations}
        offered={[...others, ...likely]}
        chosen={chosen}
        none={{
          name: "New organization",
          why: "Created with the account",
          more: <NewOrganization request={request} choice={choice} typed={typed} />,
        }}
        error={typed?.errors["org_id"]}
        {...(doDisagree && { hint: "The evidence speaks for several: choose one." })}
      />
      {/* names for the confirmation message */}
      {[...organizations.found, ...others, ...likely].map(({ id, name }) => (
        <input key={id} type="hidden" name={`name.${id}`} value={name} />
      ))}
    </>
  );
}

const isStrong = ({ has_device, people_at_domain }: AccountRequestDetails["evidence"]["organizations"][number]) =>
  has_device || people_at_domain > 0;

const preselected = ({ evidence }: AccountRequestDetails): string | undefined =>
  evidence.suggested_org_id ?? (evidence.organizations.some(isStrong) ? undefined : "");

/** Whether a new organization is proposed. */
export const isForNew = (request: AccountRequestDetails): boolean => preselected(request) === "";

const likelyOf = ({ evidence: { organizations, domain } }: AccountRequestDetails) =>
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

function NewOrganization({ request, choice, typed }: ChoiceProps) {
  const nameField = "new_organization.name";
  const emailField = "new_organization.billing_email";
  const proposed = { [nameField]: [request.org_name], [emailField]: [request.email] };
  const { field } = fieldsOf(typed && { ...typed, values: { ...proposed, ...typed.values } }, {
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
