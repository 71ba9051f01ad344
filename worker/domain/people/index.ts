/**
 * Users and their membership: invitations, roles, profiles, requests to join or to open an organization, and the notes
 * and assignments of administrators. Only users of the shop's own organization become administrators.
 */
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
} from "./accounts/org-users.ts";
export { type Helper, listHelpers, askForRole } from "./accounts/role-wishes.ts";
export { readProfile, updateProfile } from "./accounts/profile.ts";
export {
  type Assignment,
  listAssignees,
  listAssignments,
  listMine,
  type OwnWork,
  updateAssignment,
} from "./notes/assignments.ts";
export {
  createNote,
  deleteNote,
  getOwnNote,
  listColleaguesOfNote,
  listNotes,
  type Note,
  type NoteBoard,
  markMentionRead,
  readNoteBoard,
  updateNote,
} from "./notes/notes.ts";
export { createNoteFile, deleteNoteFile, deleteUnusedNoteFiles, downloadNoteFile } from "./notes/note-files.ts";
export { findCustomers } from "./find-customers.ts";
export { getStaffMember, listStaff, type StaffMember, updateStaff } from "./staff.ts";
export { approveAccountRequests, rejectAccountRequests, reopenAccountRequests } from "./requests/decide-requests.ts";
export { type AccountRequestDetails, getAccountRequest } from "./requests/get-request.ts";
export { countPendingRequests, listAccountRequests } from "./requests/list-requests.ts";
export { requestAccount } from "./requests/request-account.ts";
export { readTriage, type Triage } from "./requests/triage.ts";
export { inactivateUsers, sendSetUpLinks } from "./several-users.ts";
export {
  type AdminUser,
  createUser,
  getUser,
  inactivateUser,
  listUsers,
  findUserOption,
  reactivateUser,
  updateUser,
} from "./users.ts";
