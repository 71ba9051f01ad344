import * as z from "zod/mini";
import { firstName, grantedRoles, lastName, phone, versionField } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/org.ts";
import {
  inactivateOrgUser,
  inviteOrgUserAgain,
  reactivateOrgUser,
  updateOrgUser,
} from "../../../worker/domain/people/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost, type Refusal } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { explain } from "../../../worker/contract/messages.ts";

const back = (_result: unknown, c: AppContext): string => hrefOf(pages.person, { id: c.req.param("id") ?? "" });
const refusal = (refused: Refusal) => ({
  message:
    refused.errcode === "INVALID_ROLES"
      ? "The organization needs a manager. Give a colleague the role Organization manager first."
      : explain(refused.status, refused),
});

/** An empty name is refused; roles are omitted where they cannot be changed. */
const detailsBody = z.object({
  first_name: firstName(),
  last_name: lastName(),
  phone: phone(),
  roles: z.optional(grantedRoles()),
  updated_at: versionField(),
});

export const buildPersonForms = (page: PageRoute): Route[] => [
  formPost({ ...contract.updateOrgUser, body: detailsBody } as const, {
    path: pages.person,
    page,
    back,
    refusal,
    // An empty phone clears it; omitting it would keep it.
    send: (ctx, { params, body }) => updateOrgUser(ctx, params.id, { ...body, phone: body.phone ?? null }),
    done: ({ first_name, last_name }) => `${first_name} ${last_name} is saved.`,
  }),
  formPost(contract.inactivateOrgUser, {
    path: pages.inactivatePerson,
    back,
    refusal,
    send: (ctx, { params }) => inactivateOrgUser(ctx, params.id),
    done: () => "The user is inactive and signed out everywhere.",
  }),
  formPost(contract.reactivateOrgUser, {
    path: pages.reactivatePerson,
    back,
    send: (ctx, { params }) => reactivateOrgUser(ctx, params.id),
    done: () => "They can sign in again.",
  }),
  formPost({ ...contract.inactivateOrgUser, not_impersonated: true } as const, {
    path: pages.inviteAgain,
    back,
    refusal: () => ({
      message: "No invitation was sent. They have set up their account, or support is correcting their email address.",
    }),
    send: (ctx, { params }) => inviteOrgUserAgain(ctx, params.id),
    done: () => "The invitation is on its way again. Older links no longer work.",
  }),
];
