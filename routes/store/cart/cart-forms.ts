import { BadRequest, Failure } from "../../../worker/contract/errors.ts";
import { isUuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { addCartProduct, removeCartProduct, setCartProduct } from "../../../worker/domain/carts/index.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { requireAccess } from "../../../worker/http/access.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { plainForm } from "../../../worker/http/form.ts";
import { signInToBuy } from "../buying.ts";

type Line = { id: string; quantity: number };
const quantityMax = 10_000;
const bytesMax = 4096;

/** A plain form of the cart. A refusal is told on the cart's page. */
const cartForm = (path: string, change: (ctx: Ctx, line: Line) => Promise<unknown>): Route =>
  plainForm(
    path,
    async (c) => {
      await requireAccess(c, { access: "org-or-buyer" });
      const problem = await attempt(() => readLine(c).then((line) => change(c.get("ctx"), line)));
      return hrefOf(pages.cart, {}, { problem });
    },
    signInToBuy(pages.cart),
  );

async function readLine(c: AppContext): Promise<Line> {
  // a form of two short fields; anything longer is not ours
  if (!(Number(c.req.header("content-length")) <= bytesMax)) throw badQuantity();
  const form = await c.req.parseBody();
  const line = { id: String(form.product_id), quantity: Number(form.quantity ?? 1) };
  const isValid =
    isUuid(line.id) && Number.isInteger(line.quantity) && line.quantity >= 1 && line.quantity <= quantityMax;
  if (!isValid) throw badQuantity();
  return line;
}

const badQuantity = () => new BadRequest([{ code: "custom", path: ["quantity"], message: "Invalid quantity." }]);

/** The code of the refusal, if there was one. */
async function attempt(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.errcode;
    if (error instanceof BadRequest) return "BAD_QUANTITY";
    throw error;
  }
}

export const cartForms: Route[] = [
  cartForm(pages.addToCart, addCartProduct),
  cartForm(pages.setCartQuantity, setCartProduct),
  cartForm(pages.removeFromCart, (ctx, { id }) => removeCartProduct(ctx, id)),
];
