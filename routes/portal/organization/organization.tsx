import * as z from "zod/mini";
import { withNulls } from "../../../worker/contract/forms/with-nulls.ts";
import { formAddress } from "../../../worker/contract/forms/form-address.ts";
import { entriesMax, organizationLabels, profileFields } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  getOwnOrganization,
  listIndustryNames,
  type OwnOrganization,
  updateOwnOrganization,
} from "../../../worker/domain/organizations/index.ts";
import { countWithoutFactor, getSecurity } from "../../../worker/domain/identity/index.ts";
import { type Helper, listHelpers } from "../../../worker/domain/people/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps, type TypedFields } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import type { LayoutViewer } from "../../../worker/ui/frame/layout-data.ts";
import { settingsLayout } from "../../layouts.tsx";
import { ruleField, buildRuleForms, SecondFactorRule } from "./second-factor-rule.tsx";
import { AddEntryLink } from "./add-entry.tsx";
import { AddressFields } from "./address-fields.tsx";
import { listVersion } from "./list-entries.ts";
import { profileBody, profileFacts, ProfileFields, profileLabels, profileValues } from "./profile-fields.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type OrganizationProps = { organization: OwnOrganization };

/** Managers edit the profile; all members edit address book and contacts. */
const organizationPage = page({
  path: pages.ownOrganization,
  access: "session",
  layout: settingsLayout,
  section: "Organization",
  async load({ ctx }) {
    const [organization, industries, counts, security, helpers] = await Promise.all([
      getOwnOrganization(ctx),
      listIndustryNames(ctx),
      countWithoutFactor(ctx),
      getSecurity(ctx),
      listHelpers(ctx, "manage_organization"),
    ]);
    return {
      organization,
      industries,
      counts,
      helpers,
      has_own: security.passkeys.length > 0 || security.totp.is_enabled,
    };
  },
  head: () => ({ title: "Organization · CrunchBox", no_store: true }),
  view: ({ organization, industries, counts, helpers, has_own }, { viewer, flash }) => (
    <>
      <PageHeader
        title={organization.name}
        subtitle={`Price level: ${organization.price_level_name ?? "list prices"}. Contact us to change it.`}
      />
      <FormLayout>
        {can(viewer, "manage_organization") ? (
          <ProfileForm
            organization={organization}
            industries={industries}
            typed={isRuleForm(flash?.typed) ? undefined : flash?.typed}
          />
        ) : (
          <ReadOnlyProfile organization={organization} viewer={viewer} helpers={helpers} />
        )}
        {can(viewer, "manage_organization") && !viewer.impersonator && (
          <SecondFactorRule
            organization={organization}
            counts={counts}
            has_own={has_own}
            typed={isRuleForm(flash?.typed) ? flash?.typed : undefined}
          />
        )}
        <Contacts organization={organization} />
      </FormLayout>
    </>
  ),
});

/** True for the form of the second-factor rule, false for the profile's. */
const isRuleForm = (typed: TypedFields | undefined): boolean => typed !== undefined && ruleField in typed.values;

type ProfileProps = OrganizationProps & { industries: readonly string[]; typed: Parameters<typeof buildFieldProps>[0] };

function ProfileForm({ organization, industries, typed }: ProfileProps) {
  const { updated_at } = organization;
  const current = profileValues(organization);
  const { typed: formInput, rows } = mergeForm(typed, updated_at, current, profileLabels);
  const { field, flag } = buildFieldProps(formInput, current);
  return (
    <FormGroup title="Profile">
      <ConflictComparison rows={rows} href={pages.ownOrganization} />
      <form className="form-grid" method="post" action={pages.ownOrganization} noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <ProfileFields field={field} flag={flag} industries={industries} />
        <AddressFields field={field} />
        <FormFoot>
          <button className="button">Save the profile</button>
        </FormFoot>
      </form>
    </FormGroup>
  );
}

type ReadOnlyProps = OrganizationProps & { viewer: LayoutViewer; helpers: readonly Helper[] };

function ReadOnlyProfile({ organization, viewer, helpers }: ReadOnlyProps) {
  return (
    <FormGroup title="Profile">
      <RoleWish viewer={viewer} permission="manage_organization" helpers={helpers} />
      <Facts
        facts={[
          [organizationLabels.name, organization.name],
          ...profileFacts(organization).map(([label, value]) => [label, value ?? "None"] as const),
        ]}
      />
    </FormGroup>
  );
}

function Contacts({ organization: { contacts } }: OrganizationProps) {
  return (
    <FormGroup title="Contacts" text="People we may contact. They need no account.">
      <ul className="books">
        {contacts.map(({ name, role, email, phone }, index) => (
          <li key={index}>
            <span>
              {name}
              <small>{[role, email, phone].filter(Boolean).join(", ")}</small>
            </span>
            <a href={hrefOf(pages.ownContact, { position: String(index) })}>
              Edit <span className="unseen">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      {contacts.length === 0 && <p>No contacts yet.</p>}
      <AddEntryLink
        is_full={contacts.length >= entriesMax}
        href={hrefOf(pages.ownContact, { position: "new" })}
        label="Add a contact"
      />
    </FormGroup>
  );
}

const body = z.object({ ...profileBody, address: z.nullable(formAddress()), ...listVersion });

/** An empty field clears the value. */
const saveForm = formPost({ access: "manage_organization", body } as const, {
  path: pages.ownOrganization,
  page: organizationPage,
  back: pages.ownOrganization,
  async send(ctx, { body: change }) {
    await updateOwnOrganization(ctx, withNulls(profileFields, change));
  },
  done: () => "The profile is saved.",
});

export const ownOrganization = [organizationPage, saveForm, ...buildRuleForms(organizationPage)];
