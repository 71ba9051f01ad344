import { invitePerson } from "./invite.tsx";
import { peopleList } from "./list.tsx";
import { person } from "./person.tsx";

// the page that invites stands before the one whose address would take it too
export const peoplePages = [...peopleList, ...invitePerson, ...person];
