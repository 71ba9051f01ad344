import { invitePerson } from "./invite.tsx";
import { peopleList } from "./list.tsx";
import { person } from "./person.tsx";

// the invitation page comes before the page whose path would match it
export const peoplePages = [...peopleList, ...invitePerson, ...person];
