import type { Route } from "../../../worker/http/app-env.ts";
import { booksPage } from "./books.tsx";
import { difference } from "./difference.tsx";
import { differences } from "./differences.tsx";

export const bookPages: Route[] = [...booksPage, ...differences, ...difference];
