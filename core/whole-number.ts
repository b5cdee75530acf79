/** A whole number from `least` to `most`, or null for whatever else came from outside. */
export const wholeNumber = (input: unknown, least: number, most: number): number | null =>
  typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most ? input : null
