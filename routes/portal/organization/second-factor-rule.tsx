import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { calendarDay } from "../../../worker/contract/fields.ts";
import { secondFactorLeadDaysMax } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type OwnOrganization, updateOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps, type TypedFields } from "../../../worker/ui/forms/fields-of.ts";
import { FormFoot, FormGroup } from "../../../worker/ui/layouts/layouts.tsx";

export const ruleField = "require_second_factor_from";

const dayText = (day: string): string => dateText(`${day}T00:00:00Z`, "UTC");
const dayMs = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
/** Days of notice that the form proposes. */
const noticeDefault = 14;

const peopleWithoutHref = hrefOf(pages.people, {}, { has_second_factor: "false", is_active: "true" });

type RuleProps = {
  organization: OwnOrganization;
  /** Active users, and how many of them have no second factor. */
  counts: { people: number; without: number };
  has_own: boolean;
  typed: TypedFields | undefined;
};

export function SecondFactorRule({ organization, counts, has_own, typed }: RuleProps) {
  const day = organization.require_second_factor_from;
  const { field } = buildFieldProps(typed, { require_second_factor_from: day ?? dayFromNow(noticeDefault) });
  const isInForce = day !== null && day <= dayFromNow(0);
  return (
    <FormGroup
      title="Second step for everybody"
      text="A stolen password alone then opens no account. We email people without a passkey or an authenticator app before that day. From then on they can open nothing until they set one up."
    >
      {day !== null && (
        <Notice tone="info">
          {isInForce ? "Everybody needs one since" : "Everybody needs one from"} {dayText(day)}.
        </Notice>
      )}
      {counts.without === 0 ? (
        <p>Everybody has one.</p>
      ) : (
        <>
          <p>
            {counts.without} of {counts.people} {counts.people === 1 ? "person" : "people"}{" "}
            {counts.without === 1 ? "has" : "have"} none.
          </p>
          <a className="button quiet" href={peopleWithoutHref}>
            See who
          </a>
        </>
      )}
      {!has_own && (
        <Notice tone="warning">
          <p>You have none yourself. Set one up first, or the rule locks you out, too.</p>
          <a className="button quiet" href={pages.security}>
            Set one up
          </a>
        </Notice>
      )}
      <form className="form-grid" method="post" action={pages.requireSecondFactor} noValidate>
        <Field
          {...field("require_second_factor_from")}
          label="From"
          type="date"
          min={dayFromNow(0)}
          max={dayFromNow(secondFactorLeadDaysMax)}
          required
          hint={`At 00:00 UTC, at most ${secondFactorLeadDaysMax} days ahead.`}
        />
        <FormFoot>
          <button className="button quiet">{day === null ? "Require it for everybody" : "Change the day"}</button>
        </FormFoot>
      </form>
      {day !== null && (
        <ConfirmForm
          id="end-second-factor-rule"
          label="Remove the rule"
          title="Remove the rule?"
          action={pages.endSecondFactorRule}
          confirm="Yes, remove it"
          is_dangerous
        >
          <input type="hidden" name={ruleField} value={day} />
          <p>People without a second step can use CrunchBox with their password alone again.</p>
        </ConfirmForm>
      )}
    </FormGroup>
  );
}

/** Setting and removing the rule need a fresh sign-in, as in the API call. */
const managerContract = { access: "manage_organization", not_impersonated: true, call: "PUT /v1/client/org" } as const;

export const buildRuleForms = (organizationPage: PageRoute) => [
  formPost(
    { ...managerContract, body: z.object({ [ruleField]: calendarDay() }) },
    {
      path: pages.requireSecondFactor,
      page: organizationPage,
      back: pages.ownOrganization,
      send: (ctx, { body }) => updateOwnOrganization(ctx, body),
      done: ({ require_second_factor_from: day }) =>
        day === null
          ? undefined
          : `Everybody needs a second step from ${dayText(day)}. Those without one get an email.`,
    },
  ),
  formPost(
    { ...managerContract, body: z.object({ [ruleField]: z.string() }) },
    {
      path: pages.endSecondFactorRule,
      back: pages.ownOrganization,
      change: () => ({ [ruleField]: null }),
      send: (ctx) => updateOwnOrganization(ctx, { [ruleField]: null }),
      done: () => "A password alone is enough again.",
    },
  ),
];
