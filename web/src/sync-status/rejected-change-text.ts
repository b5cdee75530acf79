import type { TFunction } from 'i18next'
import type { Change } from '#core/library/change.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import type { RejectedRow } from '#web/store/local-database.ts'

type T = TFunction<'sync'>

/** Returns a sentence in the user's language that describes what a rejected change was meant to do (rule RC1). */
export function describeIntendedChange(t: T, { kind, args }: Change, names: PieceAndPartNames): string {
  switch (kind) {
    case 'piece.create':
      return t('what.createPiece', { piece: args.name })
    case 'piece.patch': {
      const piece = names.piece(args.id) ?? t('what.unknownPiece')
      const { name, endTempo, importance, click, performOn, onHold } = args
      const hold = onHold === true ? 'hold' : 'resume'
      const fields = [
        name !== undefined && [
          t('what.rename', { from: piece, to: name }),
          t('what.field.name', { to: name }),
        ],
        endTempo !== undefined && [
          t('what.goal', { piece, bpm: endTempo }),
          t('what.field.goal', { bpm: endTempo }),
        ],
        importance !== undefined && [
          t('what.urgency', { piece, urgency: importance }),
          t('what.field.urgency', { urgency: importance }),
        ],
        click !== undefined && [t('what.click', { piece }), t('what.field.click')],
        performOn !== undefined && [t('what.performance', { piece }), t('what.field.performance')],
        onHold !== undefined && [t(`what.${hold}`, { piece }), t(`what.field.${hold}`)],
      ]
      return oneOrSeveral(t, piece, fields)
    }
    case 'piece.delete':
      return t('what.deletePiece', { piece: names.piece(args.id) ?? t('what.unknownPiece') })
    case 'piece.restore':
      return t('what.restorePiece', { piece: names.piece(args.id) ?? t('what.unknownPiece') })
    case 'part.add':
      return t('what.addPart', {
        part: args.name,
        piece: names.piece(args.pieceId) ?? t('what.unknownPiece'),
      })
    case 'part.patch': {
      const part = names.part(args.id) ?? t('what.unknownPart')
      const { name, currentTempo, position } = args
      return oneOrSeveral(t, part, [
        name !== undefined && [
          t('what.rename', { from: part, to: name }),
          t('what.field.name', { to: name }),
        ],
        currentTempo !== undefined && [
          t('what.tempo', { part, bpm: currentTempo }),
          t('what.field.tempo', { bpm: currentTempo }),
        ],
        position !== undefined && [t('what.move', { part }), t('what.field.place')],
      ])
    }
    case 'part.delete':
      return t('what.deletePart', { part: names.part(args.id) ?? t('what.unknownPart') })
    case 'practice.add':
      return t('what.practice', { part: names.part(args.partId) ?? t('what.unknownPart'), bpm: args.tempo })
    case 'practice.retract':
      return t('what.retract', { part: names.practiced(args.id) ?? t('what.unknownPart') })
  }
}

/** Returns a sentence in the user's language that explains why the server has rejected a change. */
export function describeRejectionReason(t: T, { code, change }: RejectedRow): string {
  switch (code) {
    case 'deleted':
      return change.kind.startsWith('piece') || change.kind === 'part.add'
        ? t('why.deletedPiece')
        : t('why.deletedPart')
    case 'too-many-pieces':
      return t('why.too-many-pieces', { count: MAX_FREE_PIECES })
    case 'too-many-parts':
      return t('why.too-many-parts', { count: MAX_FREE_PARTS_PER_PIECE })
    default:
      return t(`why.${code}`)
  }
}

// A single field has its own sentence; several are listed.
function oneOrSeveral(t: T, piece: string, fields: readonly (false | string[])[]): string {
  const told = fields.filter(field => field !== false)
  const [[sentence = ''] = []] = told
  return told.length === 1
    ? sentence
    : t('what.several', { piece, fields: told.map(([, field]) => field).join(', ') })
}

/**
 * Functions that return the names of pieces and parts by id, or null for an unknown id. They also know new pieces and
 * parts whose creation was rejected.
 */
export type PieceAndPartNames = {
  piece(id: PieceId): string | null
  /** Returns the name of the piece, followed by the name of the part if it has one: "Gigue (coda)". */
  part(id: PartId): string | null
  /** Returns the same text as `part` for the part of a practice entry. */
  practiced(id: PracticeEntryId): string | null
}

/**
 * Collects the names of pieces and parts from a library and from rejected changes.
 *
 * @param entries practice entries that the rejected changes refer to and the library may lack
 */
export function collectPieceAndPartNames(
  library: Library,
  parked: readonly RejectedRow[],
  entries: readonly Practice[] = [],
): PieceAndPartNames {
  const pieces = new Map<string, string>()
  const parts = new Map<string, { pieceId: PieceId; name: string | null }>()
  const practiced = new Map<PracticeEntryId, PartId>(entries.map(({ id, partId }) => [id, partId]))
  for (const { change } of parked) {
    const { kind, args } = change
    if (kind === 'piece.create') {
      pieces.set(args.id, args.name)
      for (const part of args.parts) parts.set(part.id, { pieceId: args.id, name: part.name })
    }
    if (kind === 'part.add') parts.set(args.id, args)
    if (kind === 'practice.add') practiced.set(args.id, args.partId)
  }
  const piece = (id: PieceId) => library.pieces.get(id)?.name ?? pieces.get(id) ?? null
  const part = (id: PartId) => {
    const known = library.parts.get(id) ?? parts.get(id)
    const of = known && piece(known.pieceId)
    if (!known || !of) return null
    return known.name === null ? of : `${of} (${known.name})`
  }
  return {
    piece,
    part,
    practiced(id) {
      const partId = library.practice.get(id)?.partId ?? practiced.get(id)
      return partId === undefined ? null : part(partId)
    },
  }
}
