export {
  approveAccountRequests,
  countPendingRequests,
  listAccountRequests,
  rejectAccountRequests,
} from "./account-requests.ts";
export { updateProfile } from "./profile.ts";
export { requestAccount } from "./request-account.ts";
export { createUser, getUser, inactivateUser, listUsers, reactivateUser, updateUser } from "./users.ts";
