import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, listFacts, optOut, writeTo } from "./sendable.ts";
import { nameOrganization, toLine } from "./wording.ts";

export const deviceAdded = (payload: NotificationPayload<"deviceAdded">): MailMessage => {
  const { others = 0, device_name, device_serial } = payload;
  const more = others === 0 ? "" : others === 1 ? " and another device" : ` and ${others} other devices`;
  const what = others === 0 ? "A device was added" : "Devices were added";
  return writeTo(payload, {
    subject: `${what} to your organization`,
    preheader: `${toLine(device_name)}, serial number ${toLine(device_serial)}${more}`,
    title: what,
    paragraphs: [
      [
        { strong: toLine(device_name) },
        `${more} ${others === 0 ? "was" : "were"} added to the devices of `,
        { strong: nameOrganization(payload.org?.name) },
        ".",
      ],
      ...askSupport(payload, others === 0 ? "If the device is not yours" : "If they are not yours"),
    ],
    facts: listFacts([
      ["Device", device_name],
      ["Serial number", device_serial],
    ]),
    action: link(others === 0 ? "See the device" : "See devices", payload.url),
  });
};

type Release = NotificationPayload<"newSoftwareVersion">;

const announceRelease = (payload: Release, kind: string): MailMessage => {
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
    ...optOut(payload),
  });
};

export const newSoftwareVersion = (payload: NotificationPayload<"newSoftwareVersion">): MailMessage =>
  announceRelease(payload, "software");

export const newPluginVersion = (payload: NotificationPayload<"newPluginVersion">): MailMessage =>
  announceRelease(payload, "plugin");
