import type { Intention } from '#core/change.ts'
import type { Library } from '#core/library.ts'
import {
  faultOfPieceName,
  tidiedName,
  type Importance,
  type Part,
  type PartId,
  type Piece,
} from '#core/piece.ts'
import { typedTempo } from '#web/kit/tempo-rules.ts'

/** A part as the form holds it: a nameless one, a section, or a section that was added here. */
export type DraftPart = { readonly id: PartId; readonly name: string | null; readonly tempo: number | null }

/** What stands in the form. */
export type EditDraft = {
  readonly name: string
  readonly importance: Importance
  readonly endTempo: number | null
  readonly parts: readonly DraftPart[]
}

/** The piece the form was opened with, its living parts in their order. */
export type Opened = { readonly piece: Piece; readonly parts: readonly Part[] }

/** The form of a piece nothing was changed in yet. */
export const draftOf = ({ piece, parts }: Opened): EditDraft => ({
  name: piece.name,
  importance: piece.importance,
  endTempo: piece.endTempo,
  parts: parts.map(({ id, name, currentTempo }) => ({ id, name, tempo: currentTempo })),
})

/** The tempo a part was opened with, or undefined for one that was added here. */
export const storedTempo = ({ parts }: Opened, id: PartId) => parts.find(part => part.id === id)?.currentTempo

/** May the form be saved (rule EP2)? */
export function isDraftValid(opened: Opened, draft: EditDraft): boolean {
  return (
    faultOfPieceName(draft.name) === null &&
    typedTempo(draft.endTempo, opened.piece.endTempo) !== null &&
    draft.parts.every(part => typedTempo(part.tempo, storedTempo(opened, part.id)) !== null)
  )
}

/**
 * The changes that make the piece what the form says: only the fields that differ, so that an edit on another
 * device is not written over (rules EP3, EP4). Empty when nothing differs.
 */
export function changesOf(opened: Opened, draft: EditDraft): Intention[] {
  return [...pieceChanges(opened, draft), ...partChanges(opened, draft)]
}

/**
 * Without what concerns sections that another device deleted while the form was open: deletion wins, and one change
 * that cannot be done would keep all the others from being saved (rule EP12).
 */
export const stillPossible = (changes: readonly Intention[], { parts }: Library): Intention[] =>
  changes.filter(
    change =>
      (change.kind !== 'part.patch' && change.kind !== 'part.delete') ||
      parts.get(change.args.id)?.deletedAt === null,
  )

function pieceChanges({ piece }: Opened, draft: EditDraft): Intention[] {
  const name = tidiedName(draft.name)
  const endTempo = typedTempo(draft.endTempo, piece.endTempo)
  const patch = {
    ...(name !== piece.name && { name }),
    ...(draft.importance !== piece.importance && { importance: draft.importance }),
    ...(endTempo !== null && endTempo !== piece.endTempo && { endTempo }),
  }
  return isEmpty(patch) ? [] : [{ kind: 'piece.patch', args: { id: piece.id, ...patch } }]
}

function partChanges(opened: Opened, draft: EditDraft): Intention[] {
  const patches: Intention[] = []
  const additions: Intention[] = []
  for (const { id, name, tempo } of draft.parts) {
    const known = opened.parts.find(part => part.id === id)
    const currentTempo = typedTempo(tempo, known?.currentTempo)
    if (currentTempo === null) continue
    if (known === undefined) {
      const args = { id, pieceId: opened.piece.id, name: name ?? '', currentTempo }
      additions.push({ kind: 'part.add', args })
      continue
    }
    const patch = {
      ...(name !== null && name !== known.name && { name }),
      ...(currentTempo !== known.currentTempo && { currentTempo }),
    }
    if (!isEmpty(patch)) patches.push({ kind: 'part.patch', args: { id, ...patch } })
  }
  const deletions: Intention[] = opened.parts
    .filter(part => draft.parts.every(kept => kept.id !== part.id))
    .map(part => ({ kind: 'part.delete', args: { id: part.id } }))
  return [...patches, ...inPossibleOrder(deletions, additions, opened.parts.length)]
}

/**
 * Every change is judged alone: the last part cannot go, and on the Free plan a fourth cannot come. So parts go
 * first and come afterwards, but where all go, the last goes when the first new one is there.
 */
function inPossibleOrder(deletions: Intention[], additions: Intention[], parts: number): Intention[] {
  if (deletions.length < parts || parts === 0) return [...deletions, ...additions]
  return [...deletions.slice(0, -1), ...additions.slice(0, 1), ...deletions.slice(-1), ...additions.slice(1)]
}

const isEmpty = (patch: object) => Object.keys(patch).length === 0
