import * as z from 'zod/mini'

/**
 * Returns a schema for a list of `least` to `most` entries. It rejects a list that is too long before it parses any
 * entry, because a request of 1 MB could contain half a million invalid entries and parsing them would block the server
 * (rule HT44).
 */
export const boundedListSchema = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z.pipe(
    z.transform((input: unknown, context) => {
      if (Array.isArray(input) && input.length > most)
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input })
      return input
    }),
    z.array(entry).check(z.minLength(least), z.maxLength(most)),
  )
