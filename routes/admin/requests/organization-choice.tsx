import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import type { AskedAccount } from "../../../worker/domain/requests/index.ts";
import type { Typed } from "../../../worker/http/flash.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";

/** What an approval is chosen from, besides the evidence: what was looked for by name, and the price levels there are. */
export type Choice = { wanted: string | undefined; found: readonly ListedOrganization[]; levels: readonly string[] };
type ChoiceProps = { request: AskedAccount; choice: Choice; typed: Typed | undefined };
type Offered = { id: string; name: string; why: string };

/** Those that the evidence speaks for, each with why; those looked for by name; or a new one, made by the approval. */
export function OrganizationChoice({ request, choice, typed }: ChoiceProps) {
  const { evidence } = request;
  const offered = offeredOf(request, choice);
  const error = typed?.errors["org_id"];
  const chosen = typed ? typed.values["org_id"]?.[0] : preselected(request, choice);
  const doDisagree = evidence.suggested_org_id === null && evidence.organizations.some(isStrong);
  return (
    <fieldset className="org-choices" id="org_id" aria-describedby="org_id-note">
      <legend className="label">Organization</legend>
      {offered.map(({ id, name, why }) => (
        <label key={id} className="org-choice">
          <input type="radio" name="org_id" value={id} defaultChecked={id === chosen} />
          <b>{name}</b>
          <small>{why}</small>
          <input type="hidden" name={`name.${id}`} value={name} />
        </label>
      ))}
      <div className="new-choice">
        <label className="org-choice">
          <input type="radio" name="org_id" value="" defaultChecked={chosen === ""} />
          <b>New organization</b>
          <small>Made together with the account</small>
        </label>
        <NewOrganization request={request} choice={choice} typed={typed} />
      </div>
      <div className="find">
        <input
          form="find"
          name="organization"
          type="search"
          maxLength={128}
          defaultValue={choice.wanted}
          aria-label="Find another organization by name"
          placeholder="Another organization"
        />
        <button form="find" className="button quiet">
          Find organizations
        </button>
      </div>
      <p className="note" id="org_id-note">
        {error ?? (doDisagree ? "The evidence speaks for several: choose one." : foundText(choice))}
      </p>
    </fieldset>
  );
}

const isStrong = ({ has_device, people_at_domain }: AskedAccount["evidence"]["organizations"][number]) =>
  has_device || people_at_domain > 0;

/** What was looked for, if it is one; else what the evidence speaks for; a new one where it says nothing. */
function preselected({ evidence }: AskedAccount, { wanted, found }: Choice): string | undefined {
  if (wanted) return found.length === 1 ? found[0]?.id : undefined;
  return evidence.suggested_org_id ?? (evidence.organizations.some(isStrong) ? undefined : "");
}

const foundText = ({ wanted, found }: Choice): string | undefined =>
  wanted && found.length === 0 ? `No organization is called like ${wanted}.` : undefined;

function offeredOf({ evidence: { organizations, domain } }: AskedAccount, { found, wanted }: Choice): Offered[] {
  const likely = organizations.map(({ id, name, has_device, people_at_domain: people, likeness }) => ({
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
  const looked = found
    .filter(({ id }) => !organizations.some((each) => each.id === id))
    .map(({ id, name }) => ({ id, name, why: `found by “${wanted}”` }));
  return [...looked, ...likely];
}

function NewOrganization({ request, choice, typed }: ChoiceProps) {
  const nameField = "new_organization.name";
  const { field } = fieldsOf(typed && { ...typed, values: { [nameField]: [request.org_name], ...typed.values } }, {
    [nameField]: request.org_name,
  });
  return (
    <div className="new-organization">
      <Field {...field(nameField)} label="Name" maxLength={1024} autoComplete="off" />
      <SelectField
        {...field("new_organization.price_level_name")}
        label="Price level"
        options={[["", "List prices"], ...choice.levels.map((name) => [name, name] as const)]}
      />
    </div>
  );
}
