export { cleanUp } from "./clean-up.ts";
export { deliverOutbox } from "./deliver-outbox.ts";
export { enqueueMail } from "./enqueue-mail.ts";
export { receiveEmailEvent } from "./receive-email-event.ts";
export { resendNotifications } from "./resend-notifications.ts";
