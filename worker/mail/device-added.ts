import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, listFacts, writeTo } from "./sendable.ts";
import { nameOrganization, toLine } from "./wording.ts";

export const deviceAdded = (payload: NotificationPayload<"deviceAdded">): MailMessage =>
  writeTo(payload, {
    subject: "A device was added to your organization",
    preheader: `${toLine(payload.device_name)}, serial number ${toLine(payload.device_serial)}`,
    title: "A device was added",
    paragraphs: [
      [
        { strong: toLine(payload.device_name) },
        " was added to the devices of ",
        { strong: nameOrganization(payload.org?.name) },
        ".",
      ],
      ...askSupport(payload, "If the device is not yours"),
    ],
    facts: listFacts([
      ["Device", payload.device_name],
      ["Serial number", payload.device_serial],
    ]),
    action: link("See devices", payload.url),
  });
