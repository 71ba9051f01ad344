export { deliverOutbox } from "./deliver-outbox.ts";
export { enqueueMail } from "./enqueue-mail.ts";
