import { actingMutants } from "./console/acting.ts";
import { auditChainMutants } from "./console/audit-chain.ts";
import { auditMutants } from "./console/audit.ts";
import { impersonationMutants } from "./console/impersonation.ts";
import { listMutants } from "./console/lists.ts";
import { notificationMutants } from "./console/notifications.ts";
import { orderMutants } from "./console/orders.ts";
import { peopleMutants } from "./console/people.ts";
import { publicationMutants } from "./console/publication.ts";
import { requestMutants } from "./console/requests.ts";
import { searchMutants } from "./console/search.ts";
import { sellingMutants } from "./console/selling.ts";
import { softwareMutants as consoleSoftwareMutants } from "./console/software.ts";
import { evidenceMutants } from "./console/evidence.ts";
import { priceMutants } from "./console/prices.ts";
import { refundMutants } from "./console/refunds.ts";
import { viewMutants } from "./console/views.ts";
import { bookMutants } from "./integrations/books.ts";
import { taskMutants } from "./integrations/tasks.ts";
import type { Mutant } from "./mutant.ts";
import { organizationMutants } from "./portal/organization.ts";
import { signOnMutants } from "./portal/sign-on.ts";
import { softwareMutants } from "./portal/software.ts";

/** By the part of the product that they break. */
export const lists: Readonly<Record<string, readonly Mutant[]>> = {
  "console/requests": requestMutants,
  "console/evidence": evidenceMutants,
  "console/people": peopleMutants,
  "console/impersonation": impersonationMutants,
  "console/impersonation/acting": actingMutants,
  "console/selling": sellingMutants,
  "console/orders": orderMutants,
  "console/prices": priceMutants,
  "console/refunds": refundMutants,
  "console/software": consoleSoftwareMutants,
  "console/software/publication": publicationMutants,
  "console/notifications": notificationMutants,
  "console/audit": auditMutants,
  "console/audit/chain": auditChainMutants,
  "console/search": searchMutants,
  "console/lists": listMutants,
  "console/views": viewMutants,
  "portal/software": softwareMutants,
  "portal/organization": organizationMutants,
  "portal/sign-on": signOnMutants,
  "integrations/tasks": taskMutants,
  "integrations/books": bookMutants,
};
