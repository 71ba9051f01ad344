import type { ReactNode } from "react";
import { roles } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { countryLabel } from "../../../worker/contract/buying/country-names.ts";
import { audienceValuesMax, renewsWithinMax } from "../../../worker/contract/entities/audience.ts";
import { isUuid } from "../../../worker/contract/fields.ts";
import type { FindManyInput } from "../../../worker/contract/forms/finding.ts";
import { readFindManyInput } from "../../../worker/contract/forms/finding.ts";
import { roleNames } from "../../../worker/contract/people/role-labels.ts";
import { findProducts, listPriceLevelNames, type ProductChoices } from "../../../worker/domain/catalog/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  type AudienceCount,
  listNamesOfUsers,
  type SavedAudience,
} from "../../../worker/domain/notifications/index.ts";
import { type CountryChoices, findCountries, findOrganizations } from "../../../worker/domain/organizations/index.ts";
import { findVersions, type VersionChoices } from "../../../worker/domain/software/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { formatCount } from "../software/labels.ts";
import { leftOutCount } from "./audience-values.ts";

type Values = Readonly<Record<string, string | readonly string[]>>;
type NamedOption = { id: string; name: string };

export type AudienceChoices = {
  products: ProductChoices;
  versions: VersionChoices;
  plans: ProductChoices;
  levels: string[];
  countries: CountryChoices;
  organizations: NamedOption[];
  people: NamedOption[];
  /** Organizations and users that were dropped because too many were selected. */
  left_out: { org_ids: number; user_ids: number };
};

const emptySearch = { search_text: "", is_search: false, chosen: undefined };

/**
 * Options include the names of selected records. `current` holds the initial values of the form, `link` the query that
 * they were read from.
 */
export async function loadAudienceChoices(
  ctx: ReadCtx,
  typed: URLSearchParams,
  current: Values,
  link?: URLSearchParams,
): Promise<AudienceChoices> {
  const findInput = (name: string): FindManyInput => readFindManyInput(typed, name, [current[name] ?? []].flat());
  const chosenIds = (name: string): string[] =>
    [...new Set([...[current[name] ?? []].flat(), ...typed.getAll(name)])].filter(isUuid);
  const [products, versions, plans, levels, countries, organizations, people] = await Promise.all([
    findProducts(ctx, findInput("product_ids")),
    findVersions(ctx, findInput("version_ids")),
    findProducts(ctx, findInput("plan_ids")),
    listPriceLevelNames(ctx),
    findCountries(ctx, readFindManyInput(typed, "countries", [current["countries"] ?? []].flat(), isCountryText)),
    findOrganizations(ctx, emptySearch, chosenIds("org_ids")),
    listNamesOfUsers(ctx, chosenIds("user_ids")),
  ]);
  const named = link && typed.size === 0 ? link : typed;
  const left_out = { org_ids: leftOutCount(named, "org_ids"), user_ids: leftOutCount(named, "user_ids") };
  return { products, versions, plans, levels, countries, organizations: organizations.named, people, left_out };
}

const isCountryText = (value: string): boolean => value.trim() !== "" && value.length <= 128;

const nameLookup = (named: readonly NamedOption[]) => (value: string) =>
  named.find(({ id }) => id === value)?.name ?? value;
export const roleOptions = roles.map((role) => [role, roleNames[role]] as const);

/** Labels and display texts of the conditions, for concurrent changes that `mergeForm` lists. */
export const conditionLabels = (choices: AudienceChoices) => ({
  roles: ["Roles", (value: string) => roleOptions.find(([name]) => name === value)?.[1] ?? value] as const,
  product_ids: ["Products", nameLookup(choices.products.named)] as const,
  version_ids: ["Versions", nameLookup(choices.versions.named)] as const,
  or_older: ["Older versions", () => "Included"] as const,
  plan_ids: ["Plans", nameLookup(choices.plans.named)] as const,
  renews_within_days: "Renews within days",
  price_levels: "Price levels",
  countries: ["Countries", countryLabel] as const,
  org_ids: ["Chosen organizations", nameLookup(choices.organizations)] as const,
  user_ids: ["Chosen people", nameLookup(choices.people)] as const,
});

type AudienceFieldsProps = {
  fields: ReturnType<typeof buildFieldProps>;
  choices: AudienceChoices;
  /** The conditions of saved audiences can be copied into the form. */
  saved?: readonly SavedAudience[];
  count: AudienceCount | undefined;
};

export function AudienceFields({ fields: { field, list, flag }, choices, saved = [], count }: AudienceFieldsProps) {
  const { products, versions, plans, levels, countries, organizations, people, left_out } = choices;
  const isUsed = (name: string) => {
    const { chosen, error } = list(name);
    return error !== undefined || chosen.some((value) => value !== "");
  };
  const olderFlag = flag("or_older");
  return (
    <FormGroup
      title="Only people who"
      text="All conditions must hold; of the values of one condition, one is enough. They are read again when it is sent: who no longer meets them then gets nothing, and who does by then gets it."
    >
      {saved.length > 0 && (
        <div className="toolbar alone">
          <SelectField
            {...field("audience")}
            label="Saved audience"
            options={[["", "Choose one"], ...saved.map(({ id, name }) => [id, name] as const)]}
          />
          <button className="button quiet" name="use" value="1">
            Use its conditions
          </button>
        </div>
      )}
      <ConditionDetails summary="Own a product" is_open={isUsed("product_ids") || products.is_search}>
        <FindField
          {...findFieldProps(products, list("product_ids"))}
          label="Products that their organization owns"
          what={["product", "products"]}
        />
      </ConditionDetails>
      <ConditionDetails summary="Downloaded a version" is_open={isUsed("version_ids") || versions.is_search}>
        <FindField
          {...findFieldProps(versions, list("version_ids"))}
          label="Versions that they downloaded"
          hint="Managers of an organization that downloaded it are included."
          what={["version", "versions"]}
        />
        <label className="check">
          <input type="checkbox" value="true" {...olderFlag} />
          Or an older version of the same software
        </label>
      </ConditionDetails>
      <ConditionDetails
        summary="Have a plan"
        is_open={isUsed("plan_ids") || isUsed("renews_within_days") || plans.is_search}
      >
        <FindField
          {...findFieldProps(plans, list("plan_ids"))}
          label="Plans that their organization subscribes to"
          what={["product", "products"]}
        />
        <Field
          {...field("renews_within_days")}
          label="Renews within days"
          hint={`From 1 to ${renewsWithinMax}; of the plans above, or of any plan.`}
          inputMode="numeric"
          maxLength={3}
          is_optional
        />
      </ConditionDetails>
      <ConditionDetails summary="Have a price level" is_open={isUsed("price_levels")}>
        <CheckboxList {...list("price_levels")} label="Price levels" is_optional options={toOptions(levels)} />
      </ConditionDetails>
      <ConditionDetails summary="Are in a country" is_open={isUsed("countries") || countries.is_search}>
        <FindField
          {...findFieldProps(countries, list("countries"))}
          label="Countries of their organizations"
          what={["country", "countries"]}
        />
      </ConditionDetails>
      {organizations.length > 0 && (
        <ConditionDetails summary="Belong to a chosen organization" is_open>
          <CheckboxList
            {...list("org_ids")}
            label="Chosen organizations"
            hint={leftOutText(left_out.org_ids, "organizations")}
            options={nameOptions(organizations)}
          />
        </ConditionDetails>
      )}
      {people.length > 0 && (
        <ConditionDetails summary="Were chosen" is_open>
          <CheckboxList
            {...list("user_ids")}
            label="Chosen people"
            hint={leftOutText(left_out.user_ids, "people")}
            options={nameOptions(people)}
          />
        </ConditionDetails>
      )}
      {count && <p role="status">{countText(count)}</p>}
      <p>
        <button className="button quiet" name="count" value="1">
          Count them
        </button>
      </p>
    </FormGroup>
  );
}

const leftOutText = (count: number, description: string): string | undefined =>
  count === 0
    ? undefined
    : `The first ${audienceValuesMax} are taken, ${count.toLocaleString("en-US")} are not: an audience names at most ${audienceValuesMax} ${description}. Choose by conditions for more.`;

const countText = ({ people, organizations }: AudienceCount): string =>
  people === 0
    ? "Nobody meets these conditions now, so it could not be sent."
    : `${formatCount(people, "person", "people")} of ${formatCount(organizations, "organization")} ${people === 1 ? "meets" : "meet"} these conditions now.`;

const toOptions = (values: readonly string[]) => values.map((value) => [value, value] as const);
const nameOptions = (named: readonly NamedOption[]) => named.map(({ id, name }) => [id, name] as const);

type ListProps = ReturnType<ReturnType<typeof buildFieldProps>["list"]>;
const findFieldProps = (result: ProductChoices | VersionChoices | CountryChoices, { name, error }: ListProps) => ({
  name,
  error,
  result,
  offered: result.named,
  chosen: result.chosen,
  is_many: true as const,
  is_optional: true,
  enter_sends: true as const,
});

const ConditionDetails = ({
  summary,
  is_open,
  children,
}: {
  summary: string;
  is_open: boolean;
  children: ReactNode;
}) => (
  <details open={is_open} className="condition">
    <summary>{summary}</summary>
    {children}
  </details>
);
