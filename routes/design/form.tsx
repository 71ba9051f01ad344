import * as z from "zod/mini";
import EveryField from "../../islands/design/every-field.tsx";
import { CheckboxList } from "../../islands/ui/fields/checkbox-list.tsx";
import { SelectField } from "../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../islands/ui/fields/text-area-field.tsx";
import { Field } from "../../islands/ui/field.tsx";
import { unprocessable } from "../../worker/contract/errors.ts";
import { freeText, grantedRoles, orgId } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import type { Route } from "../../worker/http/app-env.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import { AppLayout } from "../../worker/ui/frame/app-layout.tsx";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { SignedOutView } from "../../worker/ui/frame/signed-out.tsx";
import { FlashMessage } from "../../worker/ui/forms/flash-message.tsx";
import { basicRole } from "../../worker/contract/people/permissions.ts";
import { approvalRoles } from "../../worker/contract/people/role-labels.ts";
import { Island } from "../../worker/ui/island.tsx";
import { FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { FreshSignIn } from "../fresh-sign-in.tsx";
import { Part } from "./components.tsx";
import { frame } from "./example-data.ts";

const path = "/design/form";
const organizations = [
  ["", "Choose one"],
  ["01900000-0000-7000-8000-000000000002", "Acme Robotics"],
] as const;
const formPage = page({
  path,
  access: "public",
  head: () => ({ title: "Form · Design · CrunchBox" }),
  view(_data, { flash }) {
    const { field, list, flag } = buildFieldProps(flash?.typed, { email: "ana@acme.test", roles: [basicRole] });
    return (
      <AppLayout layout={frame}>
        <FlashMessage flash={flash}>
          <PageHeader title="Form" />
        </FlashMessage>
        <FormLayout>
          <form method="post" action={path} noValidate>
            <Field {...field("email")} label="Email" type="email" />
            <Field {...field("seats")} label="Seats" inputMode="numeric" />
            <SelectField {...field("org_id")} label="Organization" options={organizations} />
            <CheckboxList {...list("roles")} label="Roles" options={approvalRoles} />
            <TextAreaField {...field("reason")} label="Reason" is_optional />
            <label className="check">
              <input type="checkbox" value="true" {...flag("is_mailed")} />
              Mail it
            </label>
            <button className="button">Save</button>
          </form>
        </FormLayout>
        <Part title="In the browser">
          <FormLayout>
            <Island name="design/every-field" of={EveryField} props={{}} />
          </FormLayout>
        </Part>
      </AppLayout>
    );
  },
});

const body = z.object({
  email: z.string().check(z.email("Not an email address.")),
  seats: z.int("Seats is a whole number."),
  org_id: orgId(),
  roles: grantedRoles(),
  reason: z.optional(freeText(20_000, "Why")),
  is_mailed: z.boolean(),
});
const saveForm = formPost({ access: "public", body } as const, {
  path,
  page: formPage,
  back: path,
  async send(_ctx, { body: { seats } }) {
    if (seats > 10) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  },
});

const refusedPage = page({
  path: "/design/refused",
  access: "public",
  load: () => Promise.reject(unprocessable("ORDER_ALREADY_PAID")),
  head: () => ({ title: "Refused" }),
  view: () => <></>,
});

const freshSignInPage = page({
  path: "/design/fresh-sign-in",
  access: "public",
  head: () => ({ title: "Fresh sign-in · Design · CrunchBox" }),
  view: () => (
    <AppLayout layout={frame}>
      <FreshSignIn
        path={path}
        factors={["passkey", "totp", "backup_code"]}
        question={{ fields: [["email", "ana@acme.test"]], problem: "Invalid verification code", can_cancel: true }}
      />
    </AppLayout>
  ),
});

const signedOutPage = page({
  path: "/design/signed-out",
  access: "public",
  head: () => ({ title: "Signed out · Design · CrunchBox" }),
  view: () => (
    <SignedOutView
      path={path}
      fields={[["email", "ana@acme.test"]]}
      sign_in_href={hrefOf(pages.signIn, { client_id: storefrontClient })}
    />
  ),
});

export const formPages: Route[] = [formPage, saveForm, refusedPage, freshSignInPage, signedOutPage];
