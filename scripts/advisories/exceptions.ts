import { z } from 'zod'

/** An advisory that does not concern us, and why; it holds for exactly this package in this version. */
export type Exception = z.infer<typeof Exception>

const Exception = z.strictObject({
  id: z.string().regex(/^GHSA(-[\da-z]{4}){3}$/),
  package: z.string().min(1),
  version: z.string().min(1),
  // Long enough for a reason: "not affected" alone is none.
  because: z.string().min(40),
})

export const parseExceptions = (json: string): Exception[] => z.array(Exception).parse(JSON.parse(json))
