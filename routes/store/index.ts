import type { Route } from "../../worker/http/app-env.ts";
import { cancelPaymentForm } from "./payments/cancel-form.ts";
import { cartPage } from "./cart/cart.tsx";
import { cartForms } from "./cart/cart-forms.ts";
import { addPaymentMethod, checkoutPage } from "./checkout/checkout.tsx";
import { checkoutState } from "./checkout/checkout-state.tsx";
import { storeHome } from "./home.tsx";
import { formerAddresses } from "./former-addresses.ts";
import { legalText } from "./legal/legal-text.tsx";
import { productPage } from "./products/product.tsx";
import { productsPage } from "./products/products.tsx";
import { searchEngines } from "./search-engines.ts";

export const storePages: Route[] = [
  ...searchEngines,
  storeHome,
  productsPage,
  productPage,
  cartPage,
  ...cartForms,
  cancelPaymentForm,
  checkoutPage,
  ...addPaymentMethod,
  checkoutState,
  legalText,
  ...formerAddresses,
];
