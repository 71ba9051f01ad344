import type { Route } from "../../worker/http/app-env.ts";
import { accessibility } from "./accessibility.tsx";
import { flowpoint } from "./flowpoint.tsx";
import { licenseAgreement } from "./license-agreement.tsx";
import { mailedApproval } from "./mailed-approval.tsx";
import { notMe } from "./not-me.tsx";
import { freshSignIn } from "../fresh-sign-in.tsx";
import { newLicense } from "./new-license.tsx";
import { recovery } from "./recovery.tsx";
import { recoverPassword } from "./recover-password.tsx";
import { requestAccount } from "./request-account.tsx";
import { root, signInRoot } from "./root.tsx";
import { secondStep } from "./second-step.tsx";
import { sessionForms } from "./session-forms.ts";
import { setUp } from "./set-up.tsx";
import { signIn } from "./sign-in.tsx";
import { confirmStopEmailChange, stopEmailChange } from "./stop-email-change.tsx";
import { confirmVerifyEmail, verifyEmail } from "./verify-email.tsx";
import { status } from "./status.tsx";
import { subscribeAgain, unsubscribe, unsubscribed, unsubscribeFrom } from "./unsubscribe.tsx";
import { verify } from "./verify.tsx";

export const accountPages: Route[] = [
  root,
  signInRoot,
  signIn,
  ...secondStep,
  requestAccount,
  recoverPassword,
  verify,
  setUp,
  verifyEmail,
  confirmVerifyEmail,
  stopEmailChange,
  confirmStopEmailChange,
  ...notMe,
  ...recovery,
  unsubscribe,
  unsubscribed,
  subscribeAgain,
  ...unsubscribeFrom,
  ...mailedApproval,
  licenseAgreement,
  status,
  accessibility,
  ...newLicense,
  flowpoint,
  ...sessionForms,
  freshSignIn,
];
