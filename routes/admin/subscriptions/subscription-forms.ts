import * as z from "zod/mini";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { freeText } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import { updateSubscription } from "../../../worker/domain/payments/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { subscriptionPage } from "./subscription.tsx";
import { explainRefusal } from "./messages.ts";

const subscriptionHref = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminSubscription, { subscription_id: c.req.param("subscription_id") ?? "" });

const { access, params, body: fields } = contract.updateSubscription;
const dayField = z.optional(freeText(10, "A day as the form showed it"));

const missingEndIssue = {
  code: "custom",
  path: ["end_date"],
  message: "An end is required. Choose the day on which it ends.",
};

const changeForm = formPost(
  { access, params, body: z.extend(fields, { shown_start: dayField, shown_end: dayField }) } as const,
  {
    path: pages.changeSubscription,
    page: subscriptionPage,
    send(ctx, { params: { subscription_id }, body: { shown_start, shown_end, start_date, end_date, ...rest } }) {
      if (shown_end !== undefined && end_date === undefined) throw new BadRequest([missingEndIssue]);
      return updateSubscription(ctx, subscription_id, {
        ...rest,
        // an unchanged day must not move the exact time
        ...(start_date !== shown_start && { start_date }),
        ...(end_date !== shown_end && { end_date }),
      });
    },
    back: subscriptionHref,
    done: () => "The change is saved.",
    refusal: explainRefusal,
  },
);

const endForm = formPost({ access, params } as const, {
  path: pages.endSubscription,
  send: (ctx, { params: { subscription_id } }) => updateSubscription(ctx, subscription_id, { status: "canceled" }),
  back: subscriptionHref,
  done: ({ organization, product }) => `${product.name} of ${organization.name} has ended.`,
  refusal: explainRefusal,
});

export const subscriptionForms: Route[] = [changeForm, endForm];
