export { getLegalText } from "./legal-texts.ts";
export { currentTerms } from "./current-terms.ts";
export { getLicenseAgreement } from "./license-agreement.ts";
