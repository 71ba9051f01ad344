export { chooseTextTypes } from "./choose-text-types.ts";
export { deleteOldPhoneCodes } from "./delete-old-phone-codes.ts";
export { confirmPhone } from "./confirm-phone.ts";
export { getPhone, type Phone } from "./get-phone.ts";
export { removePhone } from "./remove-phone.ts";
export { requestPhoneCode } from "./request-phone-code.ts";
