import { handOver } from "./hand-over.tsx";
import { peopleList } from "./list.tsx";
import { newPerson } from "./new.tsx";
import { person } from "./person.tsx";

// the page that makes an account stands before the one whose address would take it too
export const adminPeoplePages = [...peopleList, ...newPerson, ...person, handOver];
