import type { TFunction } from 'i18next'
import type { Change, ChangeKind } from '#core/library/change.ts'
import type { ChangeOfKind } from '#core/library/change-outcome.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId } from '#core/library/piece.ts'
import {
  withEditedEndTempo,
  withEditedImportance,
  withEditedName,
  withEditedPart,
  type EditDraft,
  type PieceWithParts,
} from '#web/screens/edit-piece/edit-draft.ts'
import type { PieceAndPartNames } from './piece-and-part-names.ts'

type T = TFunction<'sync'>

/** What the user is told about rejected changes of one kind, and the form that shows the input of such a change. */
type RejectedChangeKind<Args> = {
  /** Returns a sentence in the user's language that describes what the change was meant to do (rule RC1). */
  readonly describe: (t: T, args: Args, names: PieceAndPartNames) => string
  /** Whether a change with the code 'deleted' was rejected because of a deleted piece or because of a deleted part. */
  readonly deletedTarget: 'piece' | 'part'
  /**
   * Returns whether a form can show the input, so that the user can correct it. The form of a deleted piece can, because
   * the piece can be added as a new one.
   */
  readonly hasForm: (args: Args, library: Library) => boolean
  /**
   * Adds the input of the change to the draft of the piece's edit form. Keeps what the draft contains already, because
   * it is newer (rule RC7). Null if there is nothing to add: no form shows the change (`hasForm`), the form is that of
   * new pieces, or the change contains no input. Required, so that a new kind cannot leave it out by mistake.
   */
  readonly fillIn: ((draft: EditDraft, opened: PieceWithParts, args: Args) => EditDraft) | null
}

/** Everything that the sync dialog knows of each kind of change, as `CHANGE_KINDS` in core. */
const REJECTED_CHANGE_KINDS: {
  readonly [K in ChangeKind]: RejectedChangeKind<ChangeOfKind<K>['args']>
} = {
  'piece.create': {
    describe: (t, { name }) => t('what.createPiece', { piece: name }),
    deletedTarget: 'piece',
    hasForm: () => true,
    fillIn: null,
  },
  'piece.patch': {
    describe: describePiecePatch,
    deletedTarget: 'piece',
    hasForm: ({ id, name, importance, endTempo }, { pieces }) =>
      pieces.has(id) && (name ?? importance ?? endTempo) !== undefined,
    fillIn: fillInPiecePatch,
  },
  'piece.delete': {
    describe: (t, { id }, names) =>
      t('what.deletePiece', { piece: names.piece(id) ?? t('what.unknownPiece') }),
    deletedTarget: 'piece',
    hasForm: () => false,
    fillIn: null,
  },
  'piece.restore': {
    describe: (t, { id }, names) =>
      t('what.restorePiece', { piece: names.piece(id) ?? t('what.unknownPiece') }),
    deletedTarget: 'piece',
    hasForm: () => false,
    fillIn: null,
  },
  'part.add': {
    describe: (t, { name, pieceId }, names) =>
      t('what.addPart', { part: name, piece: names.piece(pieceId) ?? t('what.unknownPiece') }),
    deletedTarget: 'piece',
    hasForm: ({ pieceId }, { pieces }) => pieces.has(pieceId),
    fillIn: (draft, opened, { id, name, currentTempo }) =>
      isInDraft(draft, id) ? draft : withEditedPart(draft, opened, { id, name, tempo: String(currentTempo) }),
  },
  'part.patch': {
    describe: describePartPatch,
    deletedTarget: 'part',
    hasForm: ({ id, name, currentTempo }, library) =>
      isUndeletedPart(library, id) && (name ?? currentTempo) !== undefined,
    fillIn(draft, opened, { id, name, currentTempo }) {
      const part = opened.parts.find(known => known.id === id)
      if (part === undefined || isInDraft(draft, id)) return draft
      const tempo = String(currentTempo ?? part.currentTempo)
      return withEditedPart(draft, opened, { id, name: name ?? part.name, tempo })
    },
  },
  'part.delete': {
    describe: (t, { id }, names) => t('what.deletePart', { part: names.part(id) ?? t('what.unknownPart') }),
    deletedTarget: 'part',
    hasForm: ({ id }, library) => isUndeletedPart(library, id),
    fillIn: null,
  },
  'part.restore': {
    describe: (t, { id }, names) => t('what.restorePart', { part: names.part(id) ?? t('what.unknownPart') }),
    deletedTarget: 'piece',
    hasForm: () => false,
    fillIn: null,
  },
  'practice.add': {
    describe: (t, { partId, tempo }, names) =>
      t('what.practice', { part: names.part(partId) ?? t('what.unknownPart'), bpm: tempo }),
    deletedTarget: 'part',
    hasForm: () => false,
    fillIn: null,
  },
  'practice.retract': {
    describe: (t, { id }, names) => t('what.retract', { part: names.practiced(id) ?? t('what.unknownPart') }),
    deletedTarget: 'part',
    hasForm: () => false,
    fillIn: null,
  },
}

/**
 * Returns the functions with which the sync dialog handles rejected changes of the same kind as the given change, for
 * example the one that describes a change and the one that puts its input into a form.
 */
export const rejectedChangeKind = ({ kind }: Change) =>
  // The pair of kind and arguments comes from one union, which the compiler cannot follow through the table.
  REJECTED_CHANGE_KINDS[kind] as unknown as RejectedChangeKind<Change['args']>

function describePiecePatch(t: T, args: ChangeOfKind<'piece.patch'>['args'], names: PieceAndPartNames) {
  const piece = names.piece(args.id) ?? t('what.unknownPiece')
  const { name, endTempo, importance, click, performOn, onHold } = args
  const hold = onHold === true ? 'hold' : 'resume'
  return describeFields(t, piece, [
    name !== undefined && [t('what.rename', { from: piece, to: name }), t('what.field.name', { to: name })],
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
  ])
}

function describePartPatch(t: T, args: ChangeOfKind<'part.patch'>['args'], names: PieceAndPartNames) {
  const part = names.part(args.id) ?? t('what.unknownPart')
  const { name, currentTempo, position } = args
  return describeFields(t, part, [
    name !== undefined && [t('what.rename', { from: part, to: name }), t('what.field.name', { to: name })],
    currentTempo !== undefined && [
      t('what.tempo', { part, bpm: currentTempo }),
      t('what.field.tempo', { bpm: currentTempo }),
    ],
    position !== undefined && [t('what.move', { part }), t('what.field.place')],
  ])
}

// A single field has its own sentence; several are listed.
function describeFields(t: T, piece: string, fields: readonly (false | string[])[]): string {
  const changed = fields.filter(field => field !== false)
  const [[sentence = ''] = []] = changed
  return changed.length === 1
    ? sentence
    : t('what.several', { piece, fields: changed.map(([, field]) => field).join(', ') })
}

function fillInPiecePatch(
  before: EditDraft,
  opened: PieceWithParts,
  { name, importance, endTempo }: ChangeOfKind<'piece.patch'>['args'],
): EditDraft {
  let draft = before
  if (name !== undefined && draft.name === null) draft = withEditedName(draft, opened, name)
  if (importance !== undefined && draft.importance === null)
    draft = withEditedImportance(draft, opened, importance)
  if (endTempo !== undefined && draft.endTempo === null)
    draft = withEditedEndTempo(draft, opened, String(endTempo))
  return draft
}

const isInDraft = ({ parts, added }: EditDraft, id: PartId) =>
  [...parts, ...added].some(part => part.id === id)

const isUndeletedPart = ({ parts }: Library, id: PartId) => parts.get(id)?.deletedAt === null
