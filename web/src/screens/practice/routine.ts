import type { Library } from '#core/library.ts'
import type { PartId } from '#core/piece.ts'
import { withoutMissing, withoutSaved, withTemposOfNow, type PracticeSession } from '#core/session.ts'

/**
 * A routine as the library has it now: without parts that were deleted meanwhile, with entries that were taken
 * back counted as unsaved and untouched tempos as they are now, on whichever device that happened (rules PX8, SE9).
 */
export function asInLibrary(session: PracticeSession, library: Library): PracticeSession {
  if (session.kind === 'overview') return session
  const takenBack = [...session.queue, ...session.gone]
    .flatMap(({ saved }) => (saved === null ? [] : [saved.practiceId]))
    .filter(id => typeof library.practice.get(id)?.retractedAt === 'number')
  const living = withoutMissing(takenBack.reduce(withoutSaved, session), id => isLiving(library, id))
  return withTemposOfNow(living, id => library.parts.get(id)?.currentTempo ?? null)
}

function isLiving(library: Library, id: PartId): boolean {
  const part = library.parts.get(id)
  return part?.deletedAt === null && library.pieces.get(part.pieceId)?.deletedAt === null
}
