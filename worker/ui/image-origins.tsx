import { createContext } from "react";

/** The hosts besides ours whose pictures the page's policy lets in. Set once by a page. */
export const ImageOrigins = createContext<string[]>([]);
