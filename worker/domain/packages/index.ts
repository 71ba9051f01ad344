export { type PackedSerial, requirePackable } from "./check-serials.ts";
export { listOrderPackages, listSerialLines, type Package, readSent } from "./list-packages.ts";
export { listUnfinished, type Unfinished } from "./list-unfinished.ts";
export { getOrderShipping, readShippedOrder, requireShippable, type ShippedOrder } from "./read-order.ts";
export { markReceived, receiveOrder } from "./receive-orders.ts";
export { type Leaving, recordShipment } from "./record-shipment.ts";
export { recordSeen, type Seen } from "./record-seen.ts";
export { setShippingAddress } from "./set-shipping-address.ts";
export { removePackage } from "./remove-package.ts";
