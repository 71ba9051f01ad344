import type { Route } from "../../worker/http/app-env.ts";
import { auditPages } from "./audit/index.tsx";
import { cartPage } from "./carts/cart.tsx";
import { adminHome } from "./home/home.tsx";
import { integrationPages } from "./integrations/index.ts";
import { financePages } from "./finance/index.ts";
import { invoicePages } from "./invoices/index.ts";
import { organizationPages } from "./organizations/index.ts";
import { notePages } from "./notes/index.tsx";
import { orderPages } from "./orders/index.ts";
import { adminQuotePages } from "./quotes/index.ts";
import { requestPages } from "./requests/index.ts";
import { adminPeoplePages } from "./people/index.ts";
import { searchPage } from "./search/search.tsx";
import { productPages } from "./products/index.ts";
import { reconciliationPages } from "./reconciliation/index.ts";
import { subscriptionPages } from "./subscriptions/index.ts";
import { notificationPages } from "./notifications/index.ts";
import { settingsPages } from "./settings/index.ts";
import { staffList } from "./staff/list.tsx";
import { staffMemberRoutes } from "./staff/member.tsx";
import { softwarePages } from "./software/index.ts";

export const adminPages: Route[] = [
  adminHome,
  searchPage,
  ...requestPages,
  ...organizationPages,
  ...adminPeoplePages,
  ...integrationPages,
  ...reconciliationPages,
  ...productPages,
  cartPage,
  ...orderPages,
  ...adminQuotePages,
  ...notePages,
  ...invoicePages,
  ...financePages,
  ...subscriptionPages,
  ...auditPages,
  ...softwarePages,
  ...notificationPages,
  ...settingsPages,
  ...staffList,
  ...staffMemberRoutes,
];
