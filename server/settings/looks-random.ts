/** Minimum number of different characters. 32 random hexadecimal digits have fewer once in hundreds of millions. */
const MIN_DIFFERENT_CHARACTERS = 8
/** Minimum share of groups of three characters that occur once. */
const MIN_NEW_TRIPLES = 0.75
/** Maximum share of characters that are beside their predecessor in the alphabet, or equal it. Random digits: 0.3. */
const MAX_SEQUENTIAL = 0.6
/**
 * Maximum share of letters of one case, with what separates words. In Base64 of random bytes it is 0.4 or a little
 * more, and of 32 of them above this once in billions. Above 0.85 it is once in fifty million, which a test met.
 */
const MAX_WORDS = 0.9

/**
 * Returns true if a secret has at least the given number of bytes and looks machine-generated. Returns false for
 * repetitions, sequences such as "abcdef" and sentences. It cannot detect a secret that somebody else knows.
 */
export function looksRandom(text: string, bytes: number): boolean {
  const characters = Array.from(text)
  const triples = characters.slice(2).map((_, place) => characters.slice(place, place + 3).join(''))
  const sequential = characters.filter((character, place) => {
    const distance = (character.codePointAt(0) ?? 0) - (characters[place - 1]?.codePointAt(0) ?? Infinity)
    return Math.abs(distance) <= 1
  })
  const shareOf = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / text.length
  return (
    Buffer.byteLength(text) >= bytes &&
    new Set(characters).size >= MIN_DIFFERENT_CHARACTERS &&
    new Set(triples).size > MIN_NEW_TRIPLES * triples.length &&
    sequential.length <= MAX_SEQUENTIAL * characters.length &&
    shareOf(/[a-z\s_.,-]/g) <= MAX_WORDS &&
    shareOf(/[A-Z\s_.,-]/g) <= MAX_WORDS
  )
}
