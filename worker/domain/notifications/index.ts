/**
 * The outbox of mails and texts with its delivery, the inbox inside the portal, broadcasts and verified phone numbers.
 * `notificationParts` are parts of the statement that causes a notification, so that none is lost or sent twice.
 * Providers report deliveries to this module: a bounce marks the user's address, and an opt-out stops all texts to a
 * number.
 */
export type { SendInput } from "./broadcasts/audience.ts";
export { continueBroadcasts } from "./broadcasts/continue-broadcasts.ts";
export { type AudienceCount, countAudience, listNamesOfUsers } from "./broadcasts/count-audience.ts";
export { deleteOldDrafts } from "./broadcasts/delete-old-drafts.ts";
export { getDraft } from "./broadcasts/get-draft.ts";
export {
  type Broadcast,
  type BroadcastRecipient,
  getBroadcast,
  listBroadcastRecipients,
  listBroadcasts,
} from "./broadcasts/list-broadcasts.ts";
export { type Preview, previewDraft, previewNotification } from "./broadcasts/preview-notification.ts";
export { renamePriceLevelParts } from "./broadcasts/rename-price-level.ts";
export { scheduleNotification, sendScheduledNotifications } from "./broadcasts/schedule-notification.ts";
export { draftNotification, findRecipient, sendDraft, sendNotification } from "./broadcasts/send-notification.ts";
export {
  createAudience,
  deleteAudience,
  getAudience,
  listAudiences,
  type SavedAudience,
  updateAudience,
} from "./broadcasts/saved-audiences.ts";
export { deleteSentMail } from "./delete-sent-mail.ts";
export { deliverOutbox } from "./deliver-outbox.ts";
export { deliverTexts } from "./deliver-texts.ts";
export { countUnread, getNotification, listNotifications } from "./inbox/list-notifications.ts";
export {
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  markNotificationsUnread,
} from "./inbox/mark-notifications.ts";
export {
  getNotificationSettings,
  type NotificationSettings,
  switchMails,
  updateNotificationSettings,
} from "./inbox/settings.ts";
export { findSubscriber, subscribe, unsubscribe } from "./inbox/unsubscribe.ts";
export { getOutboxMessage, listOutbox, listRequestMessages, type OutboxMessage } from "./list-outbox.ts";
export {
  getMailTemplate,
  listMailTemplates,
  type MailTemplate,
  type MailTemplateSummary,
  previewMailTemplate,
  resetMailTemplate,
  testMailTemplate,
  updateMailTemplate,
} from "./mail-texts/mail-templates.ts";
export { notificationParts } from "./notify.ts";
export { sendDigests } from "./send-digests.ts";
export { chooseTextTypes, switchTexts } from "./phones/choose-text-types.ts";
export { confirmPhone } from "./phones/confirm-phone.ts";
export { deleteOldPhoneCodes } from "./phones/delete-old-phone-codes.ts";
export { getPhone, type Phone } from "./phones/get-phone.ts";
export { removePhone } from "./phones/remove-phone.ts";
export { requestPhoneCode } from "./phones/request-phone-code.ts";
export { receiveEmailEvent } from "./receive-email-event.ts";
export { receiveTextMessage } from "./receive-text-message.ts";
export { resendNotifications } from "./resend-notifications.ts";
export { lockEventMailsPart, withdrawEventPart, withdrawEventsPart, withdrawUnwantedPart } from "./withdraw.ts";
