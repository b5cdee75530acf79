import type { TFunction } from 'i18next'
import type { Change } from '#core/library/change.ts'
import type { ChangeOfKind } from '#core/library/change-outcome.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId, PieceId, PracticeEntryId } from '#core/library/piece.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import type { RejectedRow } from '#web/store/local-database.ts'

type T = TFunction<'sync'>

export function describeIntendedChange(t: T, { kind, args }: Change, names: PieceAndPartNameLookup): string {
  const piece = (id: PieceId) => names.piece(id) ?? t('what.unknownPiece')
  const part = (id: PartId) => names.part(id) ?? t('what.unknownPart')
  switch (kind) {
    case 'piece.create':
      return t('what.createPiece', { piece: args.name })
    case 'piece.patch':
      return describePiecePatch(t, args, piece(args.id))
    case 'piece.delete':
      return t('what.deletePiece', { piece: piece(args.id) })
    case 'piece.restore':
      return t('what.restorePiece', { piece: piece(args.id) })
    case 'part.add':
      return t('what.addPart', { part: args.name, piece: piece(args.pieceId) })
    case 'part.patch':
      return describePartPatch(t, args, part(args.id))
    case 'part.delete':
      return t('what.deletePart', { part: part(args.id) })
    case 'part.restore':
      return t('what.restorePart', { part: part(args.id) })
    case 'practice.add':
      return t('what.practice', { part: part(args.partId), bpm: args.tempo })
    case 'practice.retract':
      return t('what.retract', { part: names.practiced(args.id) ?? t('what.unknownPart') })
  }
}

export function describeRejectionReason(t: T, { code, change }: RejectedRow): string {
  switch (code) {
    case 'deleted':
      return DELETED_WITH_PART.has(change.kind) ? t('why.deletedPart') : t('why.deletedPiece')
    case 'too-many-pieces':
      return t('why.too-many-pieces', { count: MAX_FREE_PIECES })
    case 'too-many-parts':
      return t('why.too-many-parts', { count: MAX_FREE_PARTS_PER_PIECE })
    default:
      return t(`why.${code}`)
  }
}

const DELETED_WITH_PART: ReadonlySet<Change['kind']> = new Set([
  'part.patch',
  'part.delete',
  'practice.add',
  'practice.retract',
])

function describePiecePatch(t: T, args: ChangeOfKind<'piece.patch'>['args'], piece: string) {
  const { name, endTempo, importance, click, performOn, onHold } = args
  const fields = [
    name !== undefined && t('what.field.name', { to: name }),
    endTempo !== undefined && t('what.field.goal', { bpm: endTempo }),
    importance !== undefined && t('what.field.urgency', { urgency: importance }),
    click !== undefined && t('what.field.click'),
    performOn !== undefined && t('what.field.performance'),
    onHold !== undefined && t(`what.field.${onHold ? 'hold' : 'resume'}`),
  ]
  return describeFields(t, piece, fields)
}

function describePartPatch(t: T, args: ChangeOfKind<'part.patch'>['args'], part: string) {
  const { name, currentTempo, position } = args
  const fields = [
    name !== undefined && t('what.field.name', { to: name }),
    currentTempo !== undefined && t('what.field.tempo', { bpm: currentTempo }),
    position !== undefined && t('what.field.place'),
  ]
  return describeFields(t, part, fields)
}

const describeFields = (t: T, piece: string, fields: readonly (false | string)[]) =>
  t('what.change', { piece, fields: fields.filter(field => field !== false).join(', ') })

export type PieceAndPartNameLookup = ReturnType<typeof createNameLookup>

export function createNameLookup(library: Library, rejected: readonly RejectedRow[]) {
  const pieces = new Map<string, string>()
  const parts = new Map<string, { pieceId: PieceId; name: string | null }>()
  const practiced = new Map<PracticeEntryId, PartId>()
  for (const { change, entry } of rejected) {
    if (entry !== undefined) practiced.set(entry.id, entry.partId)
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
    practiced(id: PracticeEntryId) {
      const partId = practiced.get(id)
      return partId === undefined ? null : part(partId)
    },
  }
}
