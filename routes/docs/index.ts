import { clientFile } from "./client-file.ts";
import { audiencePage } from "./audience.tsx";
import { groupPage } from "./group.tsx";
import { guidePage } from "./guide.tsx";
import { introduction } from "./introduction.tsx";
import { searchPage } from "./search.tsx";

// an address without parameters stands before those that would take it too
export const docsPages = [introduction, searchPage, clientFile, guidePage, audiencePage, groupPage];
