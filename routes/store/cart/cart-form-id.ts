export const cartFormId = "cart-form";
