import { createContext } from "react";

/** Allowed picture hosts besides ours. */
export const ImageOrigins = createContext<string[]>([]);
