import type { Change } from '#core/change.ts'
import type { Library } from '#core/library.ts'
import { admissionOf, type KnownRole } from '#core/plan.ts'
import { holdingsOf } from './store/holdings.ts'
import type { ParkedRow } from './store/local-database.ts'

/** What can be done about a refused change, besides throwing it away (rule RC2). */
type Ways = {
  /** What Pro has more of, where that is what it takes. */
  readonly upgrade: 'pieces' | 'parts' | null
  readonly retry: boolean
  readonly edit: boolean
}

/** The ways that lead on; another attempt where there is none to be hoped for is not one of them. */
export function waysFor({ change, code }: ParkedRow, library: Library, role: KnownRole): Ways {
  const edit = hasForm(change, library)
  switch (code) {
    case 'too-many-pieces':
    case 'too-many-parts': {
      const fits = admissionOf(change, holdingsOf(library), role).kind === 'allowed'
      const limit = code === 'too-many-pieces' ? 'pieces' : 'parts'
      // One section less would do; of pieces there is none less in the form of a new one.
      return { upgrade: fits ? null : limit, retry: fits, edit: edit && limit === 'parts' }
    }
    case 'deleted':
      return { upgrade: null, retry: false, edit }
    case 'unknown-kind':
    case 'not-found':
      return { upgrade: null, retry: true, edit: false }
    case 'invalid':
    case 'last-part':
    case 'server-error':
      return { upgrade: null, retry: true, edit }
  }
}

/** Is there a form that could show what was typed? Of a deleted piece there is: it can be added as a new one. */
function hasForm({ kind, args }: Change, { pieces, parts }: Library): boolean {
  switch (kind) {
    case 'piece.create':
      return true
    case 'piece.patch':
      return pieces.has(args.id) && (args.name ?? args.importance ?? args.endTempo) !== undefined
    case 'part.add':
      return pieces.has(args.pieceId)
    case 'part.patch':
    case 'part.delete':
      return parts.get(args.id)?.deletedAt === null
    case 'piece.delete':
    case 'practice.add':
    case 'practice.retract':
      return false
  }
}
