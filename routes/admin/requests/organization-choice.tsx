import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { FoundOrganizations } from "../../../worker/domain/organizations/index.ts";
import type { AskedAccount } from "../../../worker/domain/people/index.ts";
import type { Typed } from "../../../worker/http/flash.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";

/** What an approval is chosen from, besides the evidence: what was looked for by name, and the price levels there are. */
export type Choice = { organizations: FoundOrganizations; levels: readonly string[] };
type ChoiceProps = { request: AskedAccount; choice: Choice; typed: Typed | undefined };

/** Those that the evidence speaks for, each with why; those looked for by name; or a new one, made by the approval. */
export function OrganizationChoice({ request, choice, typed }: ChoiceProps) {
  const { evidence } = request;
  const { organizations: found } = choice;
  const likely = likelyOf(request);
  // what was found before, and chosen, is still there
  const others = found.named.filter(({ id }) => !likely.some((each) => each.id === id));
  const [chosen] = typed?.values["org_id"] ?? [typed ? undefined : preselected(request)];
  const doDisagree = evidence.suggested_org_id === null && evidence.organizations.some(isStrong);
  return (
    <>
      <FindField
        name="org_id"
        label="Organization"
        what={["organization", "organizations"]}
        found={found}
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
      {/* by which it is told afterwards */}
      {[...found.found, ...others, ...likely].map(({ id, name }) => (
        <input key={id} type="hidden" name={`name.${id}`} value={name} />
      ))}
    </>
  );
}

const isStrong = ({ has_device, people_at_domain }: AskedAccount["evidence"]["organizations"][number]) =>
  has_device || people_at_domain > 0;

/** What the evidence speaks for; a new one where it says nothing. */
const preselected = ({ evidence }: AskedAccount): string | undefined =>
  evidence.suggested_org_id ?? (evidence.organizations.some(isStrong) ? undefined : "");

const likelyOf = ({ evidence: { organizations, domain } }: AskedAccount) =>
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
        options={[["", "List prices"], ...choice.levels.map((name) => [name, name] as const)]}
      />
    </>
  );
}
