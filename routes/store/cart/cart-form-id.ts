/** The form of all quantity fields. */
export const cartFormId = "cart-form";
