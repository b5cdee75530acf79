import type { Intention } from '#core/change.ts'
import { tidiedName, type PartId, type PieceId } from '#core/piece.ts'
import { typedTempo } from '#web/kit/tempo-rules.ts'
import type { Form, Opened } from './edit-draft.ts'

/**
 * The changes that make the piece what the form says: only the fields that differ, so that an edit on another
 * device is not written over (rules EP3, EP4). Empty when nothing differs.
 */
export function changesOf(opened: Opened, form: Form): Intention[] {
  return [...pieceChanges(opened, form), ...partChanges(opened, form)]
}

/** The change that adds what the form says as a piece of its own, or null where it says no whole piece (rule EP16). */
export function asNewPiece(
  { piece }: Opened,
  form: Form,
  ids: { piece: PieceId; part: () => PartId },
): Extract<Intention, { kind: 'piece.create' }> | null {
  // A goal that was reached on the slider, above 208, was never a goal: what is stored here may be typed.
  const endTempo = typedTempo(form.endTempo, piece.endTempo)
  const parts = form.parts.flatMap(({ name, tempo, stored }) => {
    const currentTempo = typedTempo(tempo, stored)
    return currentTempo === null ? [] : [{ id: ids.part(), name, currentTempo }]
  })
  if (endTempo === null || parts.length === 0 || parts.length < form.parts.length) return null
  return {
    kind: 'piece.create',
    args: { id: ids.piece, name: tidiedName(form.name), importance: form.importance, endTempo, parts },
  }
}

function pieceChanges({ piece }: Opened, form: Form): Intention[] {
  const name = tidiedName(form.name)
  const endTempo = typedTempo(form.endTempo, piece.endTempo)
  const patch = {
    ...(name !== piece.name && { name }),
    ...(form.importance !== piece.importance && { importance: form.importance }),
    ...(endTempo !== null && endTempo !== piece.endTempo && { endTempo }),
  }
  return isEmpty(patch) ? [] : [{ kind: 'piece.patch', args: { id: piece.id, ...patch } }]
}

function partChanges(opened: Opened, form: Form): Intention[] {
  const patches: Intention[] = []
  const additions: Intention[] = []
  for (const { id, name, tempo, stored } of form.parts) {
    const known = opened.parts.find(part => part.id === id)
    const currentTempo = typedTempo(tempo, stored)
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
    .filter(part => form.parts.every(kept => kept.id !== part.id))
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
