import * as z from "zod/mini";
import { quantity } from "../../../worker/contract/entities/cart.ts";
import { freeText, uuid } from "../../../worker/contract/fields.ts";
import type { AnyErrcode } from "../../../worker/contract/errcodes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  addedMessage,
  cartMessage,
  duplicatePlanMessage,
  tooManyPiecesMessage,
  wrongQuantityMessage,
} from "../../../worker/contract/buying/cart-messages.ts";
import { createQuoteRequest as createQuoteContract } from "../../../worker/contract/v1/store/quotes.ts";
import * as contract from "../../../worker/contract/v1/store/cart.ts";
import {
  addCartProduct,
  createQuoteRequest,
  emptyCart,
  findCart,
  removeCartProduct,
  setCartQuantities,
  restoreCart,
} from "../../../worker/domain/sales/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { Flash } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { signInToBuy } from "../buying.ts";
import { cartHrefWith, productHrefWith } from "./typed-quantities.ts";

type CartRefusal = {
  errcode?: AnyErrcode | undefined;
  message: string;
  issues?: { path: (string | number)[]; message: string }[];
};

function refusal(refused: CartRefusal): Pick<Flash, "message" | "link"> {
  if (refused.issues?.some((issue) => issue.message === tooManyPiecesMessage)) return { message: tooManyPiecesMessage };
  if (refused.issues?.some(({ path }) => path.includes("quantity") || path.includes("products")))
    return { message: wrongQuantityMessage };
  const message = cartMessage(refused);
  return message === duplicatePlanMessage ? { message, link: ["See subscriptions", pages.subscriptions] } : { message };
}

const formDefaults = {
  back: pages.cart,
  refusal,
  sign_in: (typed: URLSearchParams) => signInToBuy(cartHrefWith(typed)),
};
const productFormDefaults = { ...formDefaults, fields: { id: "product_id" } };

const cartChangedMessage = "Your cart has changed. Please check it and press the button again.";

/** Fields are named `products.<id>`. */
const quantitiesContract = {
  access: "buy",
  body: z.object({ products: z.record(uuid(), quantity()) }),
} as const;
type Quantities = { body: { products: Record<string, number> } };

/** Stepper buttons send `<id>:1` or `<id>:-1`. */
async function addStep(sentFields: URLSearchParams): Promise<void> {
  const [id = "", by = "0"] = (sentFields.get("step") ?? "").split(":");
  const name = `products.${id}`;
  const newQuantity = Number(sentFields.get(name)) + Number(by);
  if (sentFields.has(name) && Number.isInteger(newQuantity)) sentFields.set(name, String(newQuantity));
}

const quantitiesFormDefaults = {
  ...formDefaults,
  complete: addStep,
  send: (ctx: Parameters<typeof setCartQuantities>[0], { body }: Quantities) => setCartQuantities(ctx, body.products),
};

export const cartForms: Route[] = [
  formPost(contract.addCartProduct, {
    ...productFormDefaults,
    path: pages.addToCart,
    sign_in: (typed) => signInToBuy(productHrefWith(typed)),
    // the form of a plan has no quantity field
    defaults: { quantity: "1" },
    send: async (ctx, { params: { id }, body }) => (await addCartProduct(ctx, { id, ...body })).products[id] ?? 0,
    // same text as the island shows, for a press of the button before hydration
    done: (in_cart) => `Added. You have ${in_cart} in your cart.`,
  }),
  formPost(quantitiesContract, { ...quantitiesFormDefaults, path: pages.setCartQuantity }),
  // saves typed quantities before the checkout, because buyers must pay for the quantities that they see
  formPost(quantitiesContract, {
    ...quantitiesFormDefaults,
    path: pages.cartToCheckout,
    back: (saved) => (saved ? pages.checkout : pages.cart),
  }),
  formPost(createQuoteContract, {
    ...formDefaults,
    path: pages.askForQuote,
    send: (ctx, { body }) => createQuoteRequest(ctx, body),
    back: (quote) => (quote ? hrefOf(pages.quote, { quote_id: quote.id }) : pages.cart),
    refusal: (refused) => ({
      message: refused.errcode === "CART_OUTDATED" ? cartChangedMessage : cartMessage(refused),
    }),
    done: ({ quote_number }) =>
      `We have your request ${quote_number} and will answer by email. Your cart is empty again.`,
  }),
  formPost(contract.emptyCart, {
    ...formDefaults,
    path: pages.emptyQuotedCart,
    send: (ctx) => emptyCart(ctx),
    done: () => "Your cart is empty. The quote can be accepted again while it is valid.",
  }),
  formPost(
    {
      access: "buy",
      not_impersonated: undefined,
      body: z.object({ version: freeText(64, "Version of the cart") }),
    } as const,
    {
      ...formDefaults,
      path: pages.takeBackSetAside,
      send: (ctx, { body }) => restoreCart(ctx, body.version),
      refusal: (refused) => ({
        message: refused.errcode === "OBJECT_OUTDATED" ? cartChangedMessage : cartMessage(refused),
      }),
      done: restoredMessage,
    },
  ),
  formPost(contract.removeCartProduct, {
    ...productFormDefaults,
    path: pages.removeFromCart,
    async send(ctx, { params: { id } }) {
      // the page may show an older quantity: a stepper or another tab has saved one since
      const cart = await findCart(ctx);
      await removeCartProduct(ctx, id);
      return cart?.products[id];
    },
    done: removalFlash,
  }),
];

/** Undefined for the second click of a double click, which finds nothing that is set aside. */
function restoredMessage(counts: { added: number; requested: number }): string | undefined {
  if (counts.requested === 0) return undefined;
  if (counts.added === 0) return "They are no longer sold.";
  return counts.added === counts.requested ? "Your products are in the cart again." : addedMessage(counts);
}

/** Undefined for a product that is no longer sold: its form sends no name, and an undo would fail. */
function removalFlash(
  savedQuantity: number | undefined,
  typed: URLSearchParams,
): Pick<Flash, "message" | "form"> | undefined {
  const [name, product_id] = ["name", "product_id"].map((field) => typed.get(field) ?? "");
  if (!name || !product_id || savedQuantity === undefined) return undefined;
  const message = `${name.slice(0, 100)} was removed from your cart.`;
  return {
    message,
    form: { label: "Undo", path: pages.addToCart, fields: { product_id, quantity: String(savedQuantity) } },
  };
}
