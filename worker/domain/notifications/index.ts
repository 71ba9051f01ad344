export { deliverOutbox } from "./deliver-outbox.ts";
export { enqueueMail, type MailRow } from "./enqueue-mail.ts";
