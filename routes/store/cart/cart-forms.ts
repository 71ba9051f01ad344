import { pages } from "../../../worker/contract/pages.ts";
import { cartSentence, duplicatePlan } from "../../../worker/contract/buying-sentences.ts";
import * as contract from "../../../worker/contract/v1/store/cart.ts";
import { addCartProduct, removeCartProduct, setCartProduct } from "../../../worker/domain/carts/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { Flash } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { signInToBuy } from "../buying.ts";

type Refused = { errcode?: string; message: string; issues?: { path: (string | number)[] }[] };

function refusal(refused: Refused): Pick<Flash, "message" | "link"> {
  if (refused.issues?.some(({ path }) => path.includes("quantity")))
    return { message: "The quantity must be a whole number from 1 to 10,000." };
  const message = cartSentence(refused);
  return message === duplicatePlan ? { message, link: ["See subscriptions", pages.subscriptions] } : { message };
}

/** Every form of the cart leads to its page. */
const shared = { fields: { id: "product_id" }, back: pages.cart, refusal, sign_in: signInToBuy(pages.cart) };

export const cartForms: Route[] = [
  formPost(contract.addCartProduct, {
    ...shared,
    path: pages.addToCart,
    // a plan is bought once, so that its form asks for no quantity
    usual: { quantity: "1" },
    send: (ctx, { params, body }) => addCartProduct(ctx, { ...params, ...body }),
  }),
  formPost(contract.setCartProduct, {
    ...shared,
    path: pages.setCartQuantity,
    send: (ctx, { params, body }) => setCartProduct(ctx, { ...params, ...body }),
  }),
  formPost(contract.removeCartProduct, {
    ...shared,
    path: pages.removeFromCart,
    send: (ctx, { params }) => removeCartProduct(ctx, params.id),
  }),
];
