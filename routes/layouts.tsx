import { countItems } from "../islands/lib/cart-badge.ts";
import { Notice } from "../islands/ui/notice.tsx";
import { pages } from "../worker/contract/pages.ts";
import { findCart } from "../worker/domain/carts/index.ts";
import type { Flash } from "../worker/http/flash.ts";
import type { Layout } from "../worker/http/page.ts";
import { AppLayout, type AppSection } from "../worker/ui/frame/app-layout.tsx";
import { ConsoleLayout, type ConsoleSection } from "../worker/ui/frame/console-layout.tsx";
import type { LayoutData } from "../worker/ui/frame/layout-data.ts";
import { canBuy } from "./store/buying.ts";

/** What was searched for among the products. */
const searchOf = ({ pathname, searchParams }: URL) =>
  pathname === pages.products ? searchParams.get("search")?.trim() : undefined;

const loadLayout: NonNullable<Layout<LayoutData>["load"]> = async ({ ctx, viewer, settings }) => {
  const [cart, person] = await Promise.all([ctx.actor.kind === "visitor" ? undefined : findCart(ctx), viewer()]);
  return {
    viewer: person,
    admin_href: settings.admin_web_url,
    support_email: settings.support_email,
    cart_count: canBuy(person) ? countItems(cart?.products ?? {}) : null,
  };
};

/** Around the pages of store and portal. */
export const appLayout: Layout<LayoutData, AppSection> = {
  load: loadLayout,
  view: ({ layout, section, url, flash, children }) => (
    <AppLayout layout={layout} area={section} search={searchOf(url)}>
      {flash && <FlashNotice flash={flash} />}
      {children}
    </AppLayout>
  ),
};

/** Around the pages for administrators. */
export const consoleLayout: Layout<LayoutData, ConsoleSection> = {
  load: loadLayout,
  view: ({ layout, section, flash, children }) => (
    <ConsoleLayout layout={layout} area={section}>
      {flash && <FlashNotice flash={flash} />}
      {children}
    </ConsoleLayout>
  ),
};

/** What a form left for the page, above it. */
function FlashNotice({ flash: { tone, message, link } }: { flash: Flash }) {
  return (
    <Notice tone={tone}>
      {message} {link && <a href={link[1]}>{link[0]}</a>}
    </Notice>
  );
}
