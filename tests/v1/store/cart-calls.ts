import {
  addCartProduct,
  getCart,
  removeCartProduct,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";

export const unknownId = "00000000-0000-4000-8000-000000000000";
export const add = (client: Client, id: string, quantity: unknown = 1) =>
  client.call(addCartProduct, { params: { id }, body: { quantity } });
export const setQuantity = (client: Client, id: string, quantity: unknown) =>
  client.call(setCartProduct, { params: { id }, body: { quantity } });
export const remove = (client: Client, id: string) => client.call(removeCartProduct, { params: { id } });
export const fetchCart = async (client: Client) => (await client.call(getCart)).reply();
export const change = (client: Client, body: object) => client.call(updateCart, { body });
export const signInBuyer = () => signedIn({ roles: ["buyer", "user"] });
