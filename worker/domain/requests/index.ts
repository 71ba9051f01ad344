export { approveAccountRequests, rejectAccountRequests, reopenAccountRequests } from "./decide-requests.ts";
export { type AskedAccount, getAccountRequest } from "./get-request.ts";
export { countPendingRequests, listAccountRequests } from "./list-requests.ts";
export { requestAccount } from "./request-account.ts";
export { readTriage, type Triage } from "./triage.ts";
