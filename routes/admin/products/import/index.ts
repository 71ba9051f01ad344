import type { Route } from "../../../../worker/http/app-env.ts";
import { importPreview } from "./preview.tsx";
import { importUpload } from "./upload.tsx";

export const productImportPages: Route[] = [...importUpload, ...importPreview];
