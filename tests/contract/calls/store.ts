import { type Rows, anyone, orgOrBuyer, orgOrBuyerThemselves, visitorOrSession, ownRowsOnly } from "./row.ts";

const address = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
};

/**
 * Store product routes allow visitors, but a session that is sent must be valid (O-030). The cart needs org or buyer,
 * which admin does not imply (O-033).
 */
export const store: Rows = {
  "GET /v1/store/cart": { ...orgOrBuyer, stranger: ownRowsOnly },
  "PUT /v1/store/cart": {
    ...orgOrBuyer,
    fields: "address, stripe_payment_method, payment_method, shipping_rate_id, products, po_number, note, updated_at",
    valid: () => ({
      address: { billing: address, shipping: address },
      stripe_payment_method: { stripe_payment_method_id: null },
      shipping_rate_id: null,
      products: {},
      po_number: "PO 4500012345",
      note: "Gate 3",
    }),
    stranger: ownRowsOnly,
  },
  "DELETE /v1/store/cart": { ...orgOrBuyer, stranger: ownRowsOnly },
  "GET /v1/store/cart/{cart_no}": { ...orgOrBuyer, stranger: "404 CART_NOT_FOUND" },
  "GET /v1/store/cart/tax": orgOrBuyer,
  "GET /v1/store/cart/products": { ...orgOrBuyer, stranger: ownRowsOnly },
  "POST /v1/store/cart/products/{id}": { ...orgOrBuyer, fields: "quantity", valid: () => ({ quantity: 1 }) },
  "PUT /v1/store/cart/products/{id}": { ...orgOrBuyer, fields: "quantity", valid: () => ({ quantity: 1 }) },
  "DELETE /v1/store/cart/products/{id}": orgOrBuyer,
  "GET /v1/store/cart/shipping-rates": orgOrBuyer,
  "POST /v1/store/checkout/cart": {
    ...orgOrBuyerThemselves,
    fields: "updated_at, terms_version",
    valid: () => ({ updated_at: "none" }),
  },
  "POST /v1/store/approval-requests": {
    ...orgOrBuyerThemselves,
    fields: "updated_at, note, po_number, terms_version",
    valid: () => ({ updated_at: "none" }),
  },
  "POST /v1/store/quotes": {
    ...orgOrBuyerThemselves,
    fields: "updated_at, note",
    valid: () => ({ updated_at: "none" }),
  },
  "DELETE /v1/store/checkout/cart": { ...orgOrBuyerThemselves, stranger: ownRowsOnly },
  "GET /v1/store/products": visitorOrSession,
  "GET /v1/store/products/{id}": visitorOrSession,
  "GET /v1/store/categories": anyone,
  "GET /v1/store/tags/devices": anyone,
  "GET /v1/store/tags/platforms": anyone,
  "GET /v1/store/tags/software-use-cases": anyone,
};
