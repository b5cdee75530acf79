// What signing in goes by on both sides: the server enforces it, the screens say it.

/** Characters of the shortest address that is looked at (spec 5, rules ID1 and SG1). */
export const SHORTEST_EMAIL = 5
/** Characters of the longest address that mail can carry (RFC 5321). */
export const LONGEST_EMAIL = 254

/** How long link and code of a sign-in mail are good for (D7, rules ID4 and ID5). */
export const LINK_SECONDS = 15 * 60

/** Digits of a code. */
export const CODE_LENGTH = 6
/** So many wrong ones end a code; the link of the same mail still works then (D7, rules ID6 and SG5). */
export const CODE_TRIES = 5

/** What cannot be undone asks for a sign-in that is at most so old: whoever finds a phone must not do it (rule DA2). */
export const FRESH_SECONDS = 30 * 60
