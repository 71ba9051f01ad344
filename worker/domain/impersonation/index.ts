export { endImpersonation, findReturned } from "./end-impersonation.ts";
export { findStarted, type Impersonated, startImpersonation } from "./start-impersonation.ts";
