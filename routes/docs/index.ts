import { clientFile } from "./client-file.ts";
import { audiencePage } from "./audience.tsx";
import { groupPage } from "./group.tsx";
import { guidePage } from "./guide.tsx";
import { introduction } from "./introduction.tsx";
import { searchPage } from "./search.tsx";

// Fixed paths come before parameters that would match them.
export const docsPages = [introduction, searchPage, clientFile, guidePage, audiencePage, groupPage];
