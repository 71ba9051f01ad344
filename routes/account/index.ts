import type { Route } from "../../worker/http/app-env.ts";
import { accessibility } from "./accessibility.tsx";
import { flowpoint } from "./flowpoint.tsx";
import { licenseAgreement } from "./license-agreement.tsx";
import { mailedApproval } from "./mailed-approval.tsx";
import { notMe } from "./not-me.tsx";
import { freshSignInForm } from "../fresh-sign-in.tsx";
import { newLicense } from "./new-license.tsx";
import { recovery } from "./recovery.tsx";
import { recoverPasswordPage } from "./recover-password.tsx";
import { requestAccountPage } from "./request-account.tsx";
import { root, signInRoot } from "./root.tsx";
import { secondStep } from "./second-step.tsx";
import { sessionForms } from "./session-forms.ts";
import { setUpPage } from "./set-up.tsx";
import { signInPage } from "./sign-in.tsx";
import { emailChangeStoppedPage, stopEmailChangePage } from "./stop-email-change.tsx";
import { confirmEmailPage, verifyEmailPage } from "./verify-email.tsx";
import { statusPage } from "./status.tsx";
import { subscribeAgainPage, unsubscribePage, unsubscribedPage, unsubscribeFrom } from "./unsubscribe.tsx";
import { verifyPage } from "./verify.tsx";

export const accountPages: Route[] = [
  root,
  signInRoot,
  signInPage,
  ...secondStep,
  requestAccountPage,
  recoverPasswordPage,
  verifyPage,
  setUpPage,
  verifyEmailPage,
  confirmEmailPage,
  stopEmailChangePage,
  emailChangeStoppedPage,
  ...notMe,
  ...recovery,
  unsubscribePage,
  unsubscribedPage,
  subscribeAgainPage,
  ...unsubscribeFrom,
  ...mailedApproval,
  licenseAgreement,
  statusPage,
  accessibility,
  ...newLicense,
  flowpoint,
  ...sessionForms,
  freshSignInForm,
];
