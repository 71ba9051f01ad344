import { leavingStates, notificationStates } from "./states/notifications.ts";
import { otherStates, signedInStates } from "./states/pages.ts";
import { payingStates } from "./states/paying.ts";
import { peopleStates } from "./states/people.ts";
import { passwordStates, recoverStates } from "./states/passwords.ts";
import { requestStates, signInStates } from "./states/signing-in.ts";
import type { State } from "./states/state.ts";

/** Everything that can be seen; the signed-in pages and the reference in light and in dark. */
export const states: State[] = [
  ...signInStates,
  ...requestStates,
  ...recoverStates,
  ...passwordStates,
  ...otherStates,
  ...signedInStates,
  ...payingStates,
  ...notificationStates,
  ...leavingStates,
  ...peopleStates,
  ...[...signedInStates, ...payingStates, ...notificationStates, ...peopleStates].map((state) => ({
    ...state,
    name: `${state.name}, dark`,
    dark: true,
  })),
];
