export { type DeviceBuild, listDeviceBuilds } from "./list-device-builds.ts";
export { listOrgProductSoftware } from "./list-org-product-software.ts";
