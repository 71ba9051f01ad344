import type { MailPayload, NotificationPayload } from "../contract/notification-types.ts";
import { listFacts, buildOptOut, printMessage } from "./sendable.ts";
import { singleTemplate, type Template, variants } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

type AddedPayload = NotificationPayload<"deviceAdded">;

const addedTemplate = {
  fields: ({ device_name, device_serial, org }: AddedPayload) => ({
    device: toLine(device_name),
    serial: toLine(device_serial),
    organization: nameOrganization(org?.name),
  }),
  parts: ({ device_name, device_serial, url }: AddedPayload) => ({
    facts: listFacts([
      ["Device", device_name],
      ["Serial number", device_serial],
    ]),
    url,
  }),
};

export const deviceAdded = variants<AddedPayload, "one" | "several">(
  ({ others = 0 }) => (others === 0 ? "one" : "several"),
  {
    one: {
      ...addedTemplate,
      name: "Device added",
      text: {
        subject: "A device was added to your organization",
        preheader: "{{device}}, serial number {{serial}}",
        title: "A device was added",
        body: `**{{device}}** was added to the devices of **{{organization}}**.

If the device is not yours, write to {{support_email}}.`,
        action: "See the device",
      },
      example: { others: undefined },
    },
    several: {
      ...addedTemplate,
      name: "Several devices added",
      text: {
        subject: "Devices were added to your organization",
        preheader: "{{device}}, serial number {{serial}} and {{others}}",
        title: "Devices were added",
        body: `**{{device}}** and {{others}} were added to the devices of **{{organization}}**.

If they are not yours, write to {{support_email}}.`,
        action: "See devices",
      },
      fields: (payload) => ({
        ...addedTemplate.fields(payload),
        others: payload.others === 1 ? "another device" : `${payload.others} other devices`,
      }),
    },
  },
);

export const deviceTakenOver = singleTemplate<MailPayload<"deviceTakenOver">>({
  name: "Device taken over by its buyer",
  text: {
    subject: "A device was removed from your organization",
    preheader: "{{device}}, serial number {{serial}}",
    title: "A device was removed",
    body: `**{{device}}** was removed from the devices of **{{organization}}**, because we shipped the device with this serial number to another customer.

Your organization had registered the serial number, but the device was not shipped to you. The number may contain a typing error: compare it with the label of your device.`,
    footnote: "If the device is yours, write to {{support_email}}.",
  },
  fields: ({ device_name, device_serial, org_name }) => ({
    device: toLine(device_name),
    serial: toLine(device_serial),
    organization: nameOrganization(org_name),
  }),
  parts: ({ device_name, device_serial }) => ({
    facts: listFacts([
      ["Device", device_name],
      ["Serial number", device_serial],
    ]),
  }),
});

type Release = NotificationPayload<"newSoftwareVersion">;

const releaseTemplate = (label: string, kind: string): Omit<Template<Release>, "name"> => ({
  text: {
    subject: "New version of {{product}}: {{version}}",
    preheader: "Version {{version}} is ready to download.",
    title: `New ${kind} version`,
    body: `Version **{{version}}** of **{{product}}** is ready to download.

[[{{link?}}Sign in to download it.|You will find it under Downloads in CrunchBox.]]

If the update does not work, write to {{support_email}}.`,
    action: "Download",
  },
  fields: ({ product, version, download_url }) => ({
    product: toLine(product.name),
    version: toLine(version, 64),
    link: download_url,
  }),
  parts: (payload) => ({
    facts: listFacts([
      [label, toLine(payload.product.name)],
      ["Version", toLine(payload.version, 64)],
    ]),
    url: payload.download_url,
    ...buildOptOut(payload),
  }),
});

export const newSoftwareVersion = singleTemplate<Release>({
  ...releaseTemplate("Software", "software"),
  name: "New version of software",
});

export const newPluginVersion = singleTemplate<NotificationPayload<"newPluginVersion">>({
  ...releaseTemplate("Plugin", "plugin"),
  name: "New version of a plugin",
});

export const versionWithdrawn = singleTemplate<MailPayload<"versionWithdrawn">>({
  name: "Version withdrawn",
  text: {
    subject: "Stop using {{software}} {{version}}",
    preheader: "We withdrew this version.",
    title: "{{software}} {{version}} was withdrawn",
    body: `You or your organization downloaded **{{software}} {{version}}**. We withdrew it:

{{reason}}

[[Install version **{{replacement}}** instead.|Stop using it. Its page says which version you can use.]]`,
    action: "[[Get {{replacement}}|See its versions]]",
    footnote: "If you have a question, write to {{support_email}}.",
  },
  required: ["reason"],
  fields: ({ software, version, reason, replacement }) => ({
    software: toLine(software),
    version: toLine(version, 64),
    reason: printMessage(reason),
    replacement: replacement && toLine(replacement, 64),
  }),
  parts: ({ software, version, replacement, url }) => ({
    facts: listFacts([
      ["Software", software],
      ["Withdrawn version", version],
      ["Use instead", replacement],
    ]),
    url,
  }),
});
