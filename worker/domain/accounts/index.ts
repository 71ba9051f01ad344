export { readProfile, updateProfile } from "./profile.ts";
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
