import type { ReactNode } from "react";
import { Island } from "../../../worker/ui/island.tsx";
import AddToCart from "../../../islands/store/add-to-cart.tsx";
import { smallDrawing } from "../../../worker/ui/figures/small-drawing.ts";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { Price } from "../../../worker/ui/parts/price.tsx";
import type { HeldPlan } from "../../../worker/domain/payments/index.ts";
import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { signInToBuy } from "../buying.ts";
import { HeldPlans } from "../held-plans.tsx";
import { WaitingPayment } from "../payments/waiting-payment.tsx";
import { hasTerms } from "./offer.ts";
import { basePrice } from "./product-card.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { TermSwitch } from "./term-switch.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type BuyBoxProps = {
  layout: LayoutData;
  product: Offer;
  quantity: number;
  /** Shown to viewers who may not order: users who can order or grant the role. */
  helpers: readonly RoleHelper[];
};
type HeldProps = { held: readonly HeldPlan[] };

export function BuyBox({
  layout,
  product,
  quantity,
  helpers,
  held,
  ships_by,
}: BuyBoxProps & HeldProps & { ships_by: string | null }) {
  return (
    <OfferBox product={product} organization={layout.viewer?.organization.name ?? null} ships_by={ships_by}>
      <HeldPlans held={held} />
      <BuyForm layout={layout} product={product} quantity={quantity} helpers={helpers} />
    </OfferBox>
  );
}

type OfferBoxProps = {
  product: Offer;
  /** Null for visitors. */
  organization: string | null;
  /** ISO day of shipping if the product is paid now; null if nothing ships, or the day is unknown. */
  ships_by?: string | null;
  children: ReactNode;
};

export function OfferBox({ product, organization, ships_by = null, children }: OfferBoxProps) {
  return (
    <div className="buy-box">
      {hasTerms(product) && <TermSwitch offer={product} />}
      <div>
        <p className="buy-line">
          <Price price={product.price} subscription_term={product.subscription_term} />
          <PriceReason organization={organization} product={product} />
        </p>
        <SavingText product={product} />
      </div>
      {product.subscription_term && product.price !== null && (
        <p className="small">Renews every {product.subscription_term} until it is canceled.</p>
      )}
      {(product.availability || ships_by) && (
        <div className="stock">
          {product.availability && <p>Availability: {product.availability}</p>}
          {ships_by && <p className="small">Ordered now, it ships by {dayText(ships_by)}.</p>}
        </div>
      )}
      {children}
    </div>
  );
}

function PriceReason({ organization, product }: Pick<OfferBoxProps, "organization" | "product">) {
  if (product.price === null) return null;
  if (organization === null || product.price_level_name === basePrice) return <small>List price</small>;
  return (
    <small>
      {product.price_level_name} price for {organization}
    </small>
  );
}

function SavingText({ product: { price, list_price: listPrice } }: { product: Offer }) {
  if (price === null || listPrice === null || price >= listPrice) return null;
  const percent = Math.floor(100 - (100 * price) / listPrice);
  return (
    <p className="small">
      List {formatMoney(listPrice)}
      {percent >= 1 && ` · you save ${percent} %`}
    </p>
  );
}

function BuyForm({ layout, product, quantity, helpers }: BuyBoxProps) {
  const { viewer, support_email } = layout;
  if (product.price === null) {
    return (
      <a className="button quiet" href={`mailto:${support_email}?${mailSubject(product)}`}>
        Ask for a price
      </a>
    );
  }
  if (!viewer) {
    return (
      <>
        <a className="button" href={signInToBuy(hrefOf(pages.product, { product_id: product.id }))}>
          Sign in to buy
        </a>
        <p className="small">Only organizations can buy here. You will come back to this page.</p>
      </>
    );
  }
  if (!can(viewer, "buy")) {
    return (
      <div className="notice info">
        <RoleWish viewer={viewer} permission="buy" helpers={helpers} product_id={product.id} />
      </div>
    );
  }
  if (layout.paying_cart_no !== null) return <WaitingPayment layout={layout} />;
  const { id, subscription_term } = product;
  return (
    <Island
      name="store/add-to-cart"
      of={AddToCart}
      props={{
        product_id: id,
        name: product.name,
        picture: smallDrawing(product.main_image),
        is_subscription: subscription_term !== null,
        quantity,
        sign_in_href: comeBackHref(id),
      }}
    />
  );
}

/** The island appends the typed quantity. */
const comeBackHref = (product_id: string) => signInToBuy(`${hrefOf(pages.product, { product_id })}?quantity=`);

// mailto links need %20, not the + of forms
const mailSubject = ({ name }: Offer) => `subject=${encodeURIComponent(`Price of ${name}`)}`;
