import { createContext } from "react";

/** Allowed picture hosts besides ours. Provided once per page. */
export const ImageOrigins = createContext<string[]>([]);
