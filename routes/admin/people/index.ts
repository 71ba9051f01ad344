import { handOverPage } from "./hand-over.tsx";
import { peopleList } from "./list.tsx";
import { newPerson } from "./new.tsx";
import { personRoutes } from "./person.tsx";

// the new form comes before the page whose path would match it
export const adminPeoplePages = [...peopleList, ...newPerson, ...personRoutes, handOverPage];
