/** Returns `input` if it is a whole number from `least` to `most`. Returns null for anything else. */
export const parseWholeNumber = (input: unknown, least: number, most: number): number | null =>
  typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most ? input : null
