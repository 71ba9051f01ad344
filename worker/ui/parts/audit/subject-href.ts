import { hrefOf, pages } from "../../../contract/pages.ts";

const paths: Record<string, (id: string) => string> = {
  account_request: (request_id) => hrefOf(pages.request, { request_id }),
  book_difference: (id) => hrefOf(pages.bookDifference, { id }),
  cart: (cart_id) => hrefOf(pages.adminCart, { cart_id }),
  callback: (id) => hrefOf(pages.callback, { id }),
  invoice: (invoice_id) => hrefOf(pages.adminInvoice, { invoice_id }),
  order: (order_id) => hrefOf(pages.adminOrder, { order_id }),
  organization: (org_id) => hrefOf(pages.organization, { org_id }),
  price_level: (id) => hrefOf(pages.adminPriceLevel, { id }),
  product: (product_id) => hrefOf(pages.adminProduct, { product_id }),
  software_version: (id) => hrefOf(pages.adminVersion, { id }),
  subscription: (subscription_id) => hrefOf(pages.adminSubscription, { subscription_id }),
  task: (name) => hrefOf(pages.task, { name }),
  user: (user_id) => hrefOf(pages.adminPerson, { user_id }),
};

export const subjectHref = ({ type, id }: { type: string; id: string }): string | undefined =>
  // a failed sign-in of an unknown user
  id === "nobody" ? undefined : paths[type]?.(id);
