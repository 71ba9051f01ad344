/** Scripts with letters of the same shape (UTS 39, confusables). */
const confusableScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];

/**
 * Whether a word mixes scripts, such as “Аcme” with a Cyrillic А. Names may mix scripts, so the console only marks
 * them.
 */
export const hasMixedLetters = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => confusableScripts.filter((script) => script.test(word)).length > 1,
  );
