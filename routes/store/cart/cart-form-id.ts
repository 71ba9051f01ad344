/** The one form that all quantities of the cart belong to. */
export const cartFormId = "cart-form";
