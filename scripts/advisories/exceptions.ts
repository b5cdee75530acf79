import { z } from 'zod'

/**
 * An advisory that does not affect this app, with the reason. Valid only for this package and exactly this version.
 */
export type AdvisoryException = z.infer<typeof AdvisoryException>

const AdvisoryException = z.strictObject({
  id: z.string().regex(/^GHSA(-[\da-z]{4}){3}$/),
  package: z.string().min(1),
  version: z.string().min(1),
  // Long enough for a reason; "not affected" alone is too short.
  because: z.string().min(40),
})

/** Parses the list of exceptions. Throws if it is invalid. */
export const parseAdvisoryExceptions = (json: string): AdvisoryException[] =>
  z.array(AdvisoryException).parse(JSON.parse(json))
