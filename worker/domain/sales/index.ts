/**
 * From cart to order: carts, quotes, approvals of purchases, checkout and payment links. One statement claims a cart,
 * so that repeated submits make one order.
 */
export { acceptQuote } from "./quotes/accept-quote.ts";
export {
  createAdminQuoteMessage,
  createQuoteMessage,
  declineQuote,
  rejectQuote,
  withdrawQuote,
} from "./quotes/answer-quote.ts";
export { createQuoteRequest } from "./quotes/create-quote-request.ts";
export { expireQuotes } from "./quotes/expire-quotes.ts";
export {
  type AdminQuote,
  getAdminQuote,
  getQuote,
  type OpenOffers,
  readOpenOffers,
  listAdminQuotes,
  listQuotes,
  type Quote,
} from "./quotes/read-quotes.ts";
export { reopenQuotesOfLostBuyers } from "./quotes/reopen-quotes.ts";
export { saveDraft } from "./quotes/quote-forms.ts";
export { createQuote, sendQuote, updateQuote } from "./quotes/send-quote.ts";
export { advanceApprovalRequests } from "./approvals/advance-requests.ts";
export type { ConcernedRule } from "./approvals/concerned-rules.ts";
export { listCartRules } from "./approvals/cart-rules.ts";
export { createApprovalRequest } from "./approvals/create-request.ts";
export { approveRequest, cancelRequest, rejectRequest } from "./approvals/decide-request.ts";
export { type ApprovalRequest, getApprovalRequest, listApprovalRequests } from "./approvals/list-requests.ts";
export { approveByMail, getMailedApproval, type MailedApproval, rejectByMail } from "./approvals/mailed-approval.ts";
export { readWaitingRequests, type WaitingRequests } from "./approvals/waiting-requests.ts";
export { type NamedUser, readRuleChoices, type RuleChoices } from "./approvals/rule-choices.ts";
export {
  type ApprovalRule,
  createApprovalRule,
  deleteApprovalRule,
  getApprovalRule,
  listApprovalRules,
  previewApprovalRule,
  updateApprovalRule,
} from "./approvals/rules.ts";
export {
  addCartLines,
  type CartContents,
  readCartContents,
  findSellableBySku,
  findSellableOfOrder,
  type CartProblem,
  findCartProblem,
  type SellableProduct,
} from "./carts/add-lines.ts";
export type { Cart } from "./carts/cart-rows.ts";
export {
  addCartProduct,
  getCartState,
  emptyCart,
  removeCartProduct,
  setCartProduct,
  setCartQuantities,
} from "./carts/change-cart.ts";
export { emptyMovedCartsParts } from "./carts/empty-moved-carts.ts";
export { emptyOldCarts } from "./carts/empty-old-carts.ts";
export { type AnyCart, getAnyCart } from "./carts/read-any-cart.ts";
export {
  type CartProduct,
  findCart,
  findCartSummary,
  findOrCreateCart,
  getCartByNo,
  refreshCartProducts,
} from "./carts/read-cart.ts";
export { findSetAsideCart, type SetAsideCart, restoreCart } from "./carts/set-aside.ts";
export { listSampleSkus, type SkuSuggestion, suggestSkus } from "./carts/sku-suggestions.ts";
export { refreshShippingRates, refreshShipping } from "./carts/shipping-rates.ts";
export { updateCart } from "./carts/update-cart.ts";
export { type CanceledPayment, cancelPayment } from "./checkout/cancel-payment.ts";
export { calculateCartTax } from "./checkout/cart-tax.ts";
export { checkoutCart } from "./checkout/checkout-cart.ts";
export { type CheckoutResult, getCheckoutResult } from "./checkout/checkout-result.ts";
export { findTermsVersion } from "./checkout/find-terms.ts";
export { orderByLink } from "./payment-links/order-by-link.ts";
