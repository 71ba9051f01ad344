import type { Route } from "../../../../worker/http/app-env.ts";
import { mailTemplateList } from "./list.tsx";
import { mailTemplateForms } from "./mail.tsx";

export const mailPages: Route[] = [mailTemplateList, ...mailTemplateForms];
