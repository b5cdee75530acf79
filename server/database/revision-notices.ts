import * as z from 'zod'
import type { RevisionNotice } from './revision-bus.ts'

const notices = z.array(z.tuple([z.string(), z.int().nonnegative()]))

/** Returns the message that carries notices to other nodes. A notice takes less than 100 bytes. */
export const formatRevisionNotices = (given: readonly RevisionNotice[]): string => JSON.stringify(given)

/** Parses a message of another node. Returns no notices for one that nobody of us has sent. */
export function parseRevisionNotices(message: string): readonly RevisionNotice[] {
  try {
    return notices.parse(JSON.parse(message))
  } catch {
    return []
  }
}
