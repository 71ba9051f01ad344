import { pages, hrefOf } from "../../worker/contract/pages.ts";
import { roleWish } from "../../worker/contract/people/role-wish.ts";
import { askForRole } from "../../worker/domain/people/index.ts";
import { formPost } from "../../worker/http/form.ts";

const list = (names: readonly string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** Mails the people who assign roles; returns to the product or to the portal's home. */
export const roleWishes = formPost({ access: "session", not_impersonated: true, body: roleWish } as const, {
  path: pages.askForRole,
  async send(ctx, { body }) {
    return { ...(await askForRole(ctx, body)), product_id: body.product_id };
  },
  back: (sent) => (sent?.product_id ? hrefOf(pages.product, { product_id: sent.product_id }) : pages.portal),
  done: ({ names, is_repeated }) => {
    const asked = names.length > 0 ? list(names) : "CGX";
    return is_repeated
      ? `You asked ${asked} less than a day ago. They have your email.`
      : `We asked ${asked} by email.`;
  },
  refusal: () => ({ message: "You have this role already." }),
});
