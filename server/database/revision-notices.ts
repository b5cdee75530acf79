import * as z from 'zod'
import type { RevisionNotice } from './revision-bus.ts'

const notices = z.array(z.tuple([z.string(), z.int().nonnegative()]))

/**
 * Formats notices of new library revisions as a message to other server processes. Each notice takes less than 100
 * bytes.
 */
export const formatRevisionNotices = (given: readonly RevisionNotice[]): string => JSON.stringify(given)

/**
 * Parses the notices of new library revisions in a message from another server process. Returns an empty list if the
 * message has another format.
 */
export function parseRevisionNotices(message: string): readonly RevisionNotice[] {
  try {
    return notices.parse(JSON.parse(message))
  } catch {
    return []
  }
}
