export { deleteOldDrafts } from "./delete-old-drafts.ts";
export type { Send } from "./audience.ts";
export { continueBroadcasts } from "./continue-broadcasts.ts";
export { getDraft } from "./get-draft.ts";
export {
  type Broadcast,
  type BroadcastRecipient,
  getBroadcast,
  listBroadcastRecipients,
  listBroadcasts,
} from "./list-broadcasts.ts";
export { type Preview, previewNotification } from "./preview-notification.ts";
export { draftNotification, findRecipient, sendDraft, sendNotification } from "./send-notification.ts";
