export { listPartners, type Partner } from "./list-partners.ts";
export { notePartner } from "./note-partner.ts";
