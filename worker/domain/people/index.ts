export { inactivateUsers, sendSetUpLinks } from "./several-users.ts";
export {
  type AdminUser,
  createUser,
  getUser,
  inactivateUser,
  listUsers,
  namePerson,
  reactivateUser,
  updateUser,
} from "./users.ts";
