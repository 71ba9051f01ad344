import { describe } from "../fields.ts";
import * as z from "zod/mini";
import { endpoint, reply } from "../endpoint.ts";

const link = (description: string) => describe(z.string(), description);

export const getFlowpointLinks = endpoint({
  method: "GET",
  path: "/v1/flowpoint/links",
  access: "session",
  status: 200,
  reply: reply({
    FLOWPOINT_DOWNLOAD_LATEST: link("Installer of the newest desktop app"),
    DEVICES: link("Devices in the store"),
    SOFTWARE: link("Software in the store"),
    ACCESSORIES: link("Accessories in the store"),
    PROFILE: link("Profile of the user"),
    CRUNCHBOX: link("Home of the storefront"),
  }),
  errors: [],
  tag: "Flowpoint",
  summary: "List the links shown by the desktop app",
});
