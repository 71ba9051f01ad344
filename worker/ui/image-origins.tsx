import { createContext } from "react";

export const ImageOrigins = createContext<string[]>([]);
