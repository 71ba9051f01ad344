import { pages } from "../worker/contract/pages.ts";
import { findCartSummary } from "../worker/domain/sales/index.ts";
import { countUnread } from "../worker/domain/notifications/index.ts";
import { getShopSettings } from "../worker/domain/platform/index.ts";
import { countPendingRequests } from "../worker/domain/people/index.ts";
import type { Layout } from "../worker/http/page-spec.ts";
import type { StaffViewer, Viewer } from "../worker/http/viewer.ts";
import { AppLayout, type AppSection } from "../worker/ui/frame/app-layout.tsx";
import { SettingsFrame, type SettingsSection } from "../worker/ui/frame/settings-frame.tsx";
import { ReturnedMailNotice } from "../worker/ui/frame/returned-mail.tsx";
import { type ConsoleData, ConsoleLayout, type ConsoleSection } from "../worker/ui/frame/console-layout.tsx";
import { FlashMessage } from "../worker/ui/forms/flash-message.tsx";
import type { LayoutData } from "../worker/ui/frame/layout-data.ts";
import { can } from "../worker/contract/people/permissions.ts";

const searchPages: readonly string[] = [pages.products, pages.search];

const readSearch = ({ pathname, searchParams }: URL) =>
  searchPages.includes(pathname) ? searchParams.get("search")?.trim() : undefined;

export const loadLayout: NonNullable<Layout<LayoutData>["load"]> = async ({ ctx, viewer, settings }) => {
  const isVisitor = ctx.actor.kind === "visitor";
  const [cart, unreadCount, person] = await Promise.all([
    isVisitor ? undefined : findCartSummary(ctx),
    isVisitor ? 0 : countUnread(ctx),
    viewer(),
  ]);
  return {
    viewer: person,
    admin_href: settings.admin_web_url,
    support_email: settings.support_email,
    cart_count: can(person, "buy") ? (cart?.items ?? 0) : null,
    unread_count: unreadCount,
    paying_cart_no: cart?.is_being_paid && can(person, "buy") ? cart.cart_no : null,
  };
};

export const appLayout: Layout<LayoutData, AppSection> = {
  load: loadLayout,
  view: ({ layout, section, url, flash, children }) => (
    <AppLayout layout={layout} area={section} search={readSearch(url)}>
      <FlashMessage flash={flash}>
        <ReturnedMailNotice person={layout.viewer} />
        {children}
      </FlashMessage>
    </AppLayout>
  ),
};

/** Nested in the portal's frame. */
export const settingsLayout: Layout<LayoutData, SettingsSection, Viewer> = {
  load: loadLayout,
  view: ({ layout, viewer, section, url, flash, children }) => (
    <AppLayout layout={layout} area="Settings" search={readSearch(url)}>
      <SettingsFrame viewer={viewer} section={section}>
        <FlashMessage flash={flash}>
          <ReturnedMailNotice person={layout.viewer} />
          {children}
        </FlashMessage>
      </SettingsFrame>
    </AppLayout>
  ),
};

export const consoleLayout: Layout<ConsoleData, ConsoleSection, StaffViewer> = {
  async load(input) {
    const [shared, requests_waiting, { time_zone: shop_time_zone }] = await Promise.all([
      loadLayout(input),
      countPendingRequests(input.ctx),
      getShopSettings(input.ctx),
    ]);
    return { ...shared, requests_waiting, shop_time_zone };
  },
  view: ({ layout, section, url, flash, children }) => (
    <ConsoleLayout
      layout={layout}
      area={section}
      search={url.pathname === pages.adminSearch ? (url.searchParams.get("q") ?? "") : undefined}
    >
      <FlashMessage flash={flash}>{children}</FlashMessage>
    </ConsoleLayout>
  ),
};
