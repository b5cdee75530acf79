/** The most characters a musician may write at once, counted as JavaScript counts them (D11, rule HT13). */
export const LONGEST_FEEDBACK = 4000
