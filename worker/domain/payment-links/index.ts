export { orderByLink } from "./order-by-link.ts";
