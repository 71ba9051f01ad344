import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, listFacts, optOut, writeTo } from "./sendable.ts";
import { toLine } from "./wording.ts";

type Release = NotificationPayload<"newSoftwareVersion">;

/** The mail about a published version; `kind` is "software" or "plugin". */
export const announceRelease = (payload: Release, kind: string): MailMessage => {
  const name = toLine(payload.product.name);
  const version = toLine(payload.version, 64);
  return writeTo(payload, {
    subject: `New version of ${name}: ${version}`,
    preheader: `Version ${version} is ready to download.`,
    title: `New ${kind} version`,
    paragraphs: [
      ["Version ", { strong: version }, " of ", { strong: name }, " is ready to download."],
      payload.download_url ? "Sign in to download it." : "You find it under the downloads in CrunchBox.",
      ...askSupport(payload, "If the update does not work"),
    ],
    facts: listFacts([
      [kind === "plugin" ? "Plugin" : "Software", name],
      ["Version", version],
    ]),
    action: link("Download", payload.download_url),
    footnote: optOut(payload),
  });
};
