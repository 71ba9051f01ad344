export {
  approveAccountRequests,
  countPendingRequests,
  listAccountRequests,
  rejectAccountRequests,
} from "./account-requests.ts";
export { readProfile, updateProfile } from "./profile.ts";
export { requestAccount } from "./request-account.ts";
export {
  getOrgUser,
  inactivateOrgUser,
  inviteOrgUser,
  inviteOrgUserAgain,
  listOrgUserNames,
  listOrgUsers,
  type OrgUser,
  reactivateOrgUser,
  updateOrgUser,
} from "./org-users.ts";
export { createUser, getUser, inactivateUser, listUsers, reactivateUser, updateUser } from "./users.ts";
