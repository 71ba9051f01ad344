import { afterPaymentStates } from "./states/after-payment.ts";
import { approvalStates } from "./states/approvals.ts";
import { consolePeopleStates } from "./states/console-people.ts";
import { integrationStates } from "./states/integrations.ts";
import { consoleStates } from "./states/console.ts";
import { auditStates } from "./states/audit.ts";
import { billingStates } from "./states/billing.ts";
import { financeStates } from "./states/finance.ts";
import { fleetStates } from "./states/fleet.ts";
import { leavingStates, notificationStates } from "./states/notifications.ts";
import { noteStates } from "./states/notes.ts";
import { organizationStates } from "./states/organizations.ts";
import { onAccountStates } from "./states/on-account.ts";
import { orderMoneyStates } from "./states/order-money.ts";
import { otherStates, problemStates, signedInStates } from "./states/pages.ts";
import { payingStates } from "./states/paying.ts";
import { phoneStates } from "./states/phone.ts";
import { peopleStates } from "./states/people.ts";
import { passwordStates, recoverStates } from "./states/passwords.ts";
import { productStates } from "./states/products.ts";
import { quoteStates } from "./states/quotes.ts";
import { requestListStates } from "./states/requests.ts";
import { secondFactorStates, secondStepStates } from "./states/second-factors.ts";
import { shippingStates } from "./states/shipping.ts";
import { softwareStates } from "./states/software.ts";
import { staffWorkStates } from "./states/staff-work.ts";
import { requestStates, signInStates } from "./states/signing-in.ts";
import { storeStates } from "./states/store.ts";
import type { State } from "./states/state.ts";

const inBothSchemes = [
  ...problemStates,
  ...signedInStates,
  ...storeStates,
  ...payingStates,
  ...billingStates,
  ...afterPaymentStates,
  ...fleetStates,
  ...approvalStates,
  ...quoteStates,
  ...notificationStates,
  ...peopleStates,
  ...noteStates,
  ...phoneStates,
  ...secondFactorStates,
  ...organizationStates,
  ...requestListStates,
  ...consolePeopleStates,
  ...integrationStates,
  ...auditStates,
  ...financeStates,
  ...consoleStates,
  ...shippingStates,
  ...productStates,
  ...orderMoneyStates,
  ...softwareStates,
  ...staffWorkStates,
  ...onAccountStates,
];

export const states: State[] = [
  ...signInStates,
  ...requestStates,
  ...recoverStates,
  ...passwordStates,
  ...secondStepStates,
  ...otherStates,
  ...leavingStates,
  ...inBothSchemes,
];

/** Pages that follow the system's color scheme, in dark: store, portal, console, reference and error pages. */
export const darkStates: State[] = inBothSchemes.map((state) => ({
  ...state,
  name: `${state.name}, dark`,
  dark: true,
}));
