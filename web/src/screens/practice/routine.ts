import type { Library } from '#core/library.ts'
import type { PartId } from '#core/piece.ts'
import { withoutMissing, withoutSaved, type PracticeSession } from '#core/session.ts'

/**
 * A routine as the library has it now: without parts that were deleted meanwhile, and with entries that were
 * taken back counted as unsaved, on whichever device that happened (rule PX8).
 */
export function asInLibrary(session: PracticeSession, library: Library): PracticeSession {
  if (session.kind === 'overview') return session
  const takenBack = [...session.queue, ...session.gone]
    .flatMap(({ saved }) => (saved === null ? [] : [saved.practiceId]))
    .filter(id => typeof library.practice.get(id)?.retractedAt === 'number')
  return withoutMissing(takenBack.reduce(withoutSaved, session), id => isLiving(library, id))
}

function isLiving(library: Library, id: PartId): boolean {
  const part = library.parts.get(id)
  return part?.deletedAt === null && library.pieces.get(part.pieceId)?.deletedAt === null
}
