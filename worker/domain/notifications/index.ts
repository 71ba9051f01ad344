export { cleanUp } from "./clean-up.ts";
export { deliverOutbox } from "./deliver-outbox.ts";
export { deliverTexts } from "./deliver-texts.ts";
export { getOutboxMessage, listOutbox } from "./list-outbox.ts";
export { notified } from "./notify.ts";
export { withPlace } from "./place.ts";
export { receiveEmailEvent } from "./receive-email-event.ts";
export { resendNotifications } from "./resend-notifications.ts";
export { withdrawn, withdrawnEvent } from "./withdraw.ts";
