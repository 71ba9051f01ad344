import { invitePerson } from "./invite.tsx";
import { peopleList } from "./list.tsx";
import { personPages } from "./person.tsx";

// the invitation page comes before the page whose path would match it
export const peoplePages = [...peopleList, ...invitePerson, ...personPages];
