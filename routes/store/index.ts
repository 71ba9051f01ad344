import type { Route } from "../../worker/http/app-env.ts";
import { cart } from "./cart.tsx";
import { cartForms } from "./cart-forms.ts";
import { addPaymentMethod, checkout } from "./checkout.tsx";
import { checkoutState } from "./checkout-state.tsx";
import { storeHome } from "./home.tsx";
import { order } from "./order.tsx";
import { orders } from "./orders.tsx";
import { product } from "./product.tsx";
import { products } from "./products.tsx";
import { subscription, subscriptionPaymentMethods } from "./subscription.tsx";
import { subscriptions } from "./subscriptions.tsx";

export const storePages: Route[] = [
  storeHome,
  products,
  product,
  cart,
  ...cartForms,
  checkout,
  addPaymentMethod,
  checkoutState,
  orders,
  order,
  subscriptions,
  subscription,
  subscriptionPaymentMethods,
];
