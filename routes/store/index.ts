import type { Route } from "../../worker/http/app-env.ts";
import { cart } from "./cart/cart.tsx";
import { cartForms } from "./cart/cart-forms.ts";
import { addPaymentMethod, checkout } from "./checkout/checkout.tsx";
import { checkoutState } from "./checkout/checkout-state.tsx";
import { storeHome } from "./home.tsx";
import { order } from "./orders/order.tsx";
import { orders } from "./orders/orders.tsx";
import { product } from "./products/product.tsx";
import { products } from "./products/products.tsx";
import { subscription, subscriptionPaymentMethods } from "./subscriptions/subscription.tsx";
import { subscriptions } from "./subscriptions/subscriptions.tsx";

export const storePages: Route[] = [
  storeHome,
  products,
  product,
  cart,
  ...cartForms,
  checkout,
  addPaymentMethod,
  checkoutState,
  ...orders,
  order,
  ...subscriptions,
  subscription,
  subscriptionPaymentMethods,
];
