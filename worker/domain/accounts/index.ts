export { activityNotice } from "./membership-notices.ts";
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
export { changeUser, inactivate, inviteUser, type NewUser, reactivate, type UserChange } from "./manage-users.ts";
