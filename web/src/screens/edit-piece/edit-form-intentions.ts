import type { Intention } from '#core/library/change.ts'
import type { PartId } from '#core/library/piece.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import type { EditFormValues, PieceWithParts } from './edit-draft.ts'
import { readInputs, type PieceInputName } from './piece-inputs.ts'

/**
 * Returns the changes to store (intentions) for the edits that the user has made in the form, or an empty list if there
 * are none. The changes contain only fields that differ from the stored piece, so that they do not overwrite changes
 * from other devices (rule EP3).
 */
export function editFormIntentions(opened: PieceWithParts, form: EditFormValues): Intention[] {
  return [...pieceChanges(opened, form), ...partChanges(opened, form)]
}

function pieceChanges({ piece }: PieceWithParts, form: EditFormValues): Intention[] {
  const patch = Object.fromEntries(
    Object.entries(readInputs(form, piece)).filter(
      ([name, value]) => value !== piece[name as PieceInputName],
    ),
  )
  return isEmpty(patch) ? [] : [{ kind: 'piece.patch', args: { id: piece.id, ...patch } }]
}

function partChanges(opened: PieceWithParts, form: EditFormValues): Intention[] {
  const patches: Intention[] = []
  const additions: Intention[] = []
  for (const { id, name, tempo, stored } of form.parts) {
    const known = opened.parts.find(part => part.id === id)
    const currentTempo = parseTypedTempo(tempo, stored)
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
  return [...patches, ...inPossibleOrder(deletions, additions, opened.parts.length), ...moves(opened, form)]
}

/**
 * Returns the intentions that bring the sections into the order of the form; none if they are in it. They share the
 * places that there are, so that as few as possible are written, and equal places become different ones (rule LI15).
 */
function moves({ parts }: PieceWithParts, form: EditFormValues): Intention[] {
  const stored = parts.filter(({ id }) => form.parts.some(part => part.id === id))
  const isStored = (id: PartId) => stored.some(part => part.id === id)
  const unmoved = [
    ...stored.map(({ id }) => id),
    ...form.parts.map(({ id }) => id).filter(id => !isStored(id)),
  ]
  if (form.parts.every(({ id }, place) => id === unmoved[place])) return []
  let last = -1
  return form.parts.flatMap(({ id }, place): Intention[] => {
    last = Math.max(last + 1, stored[place]?.position ?? 0)
    const now = stored.find(part => part.id === id)?.position
    return now === last ? [] : [{ kind: 'part.patch', args: { id, position: last } }]
  })
}

/**
 * Orders the part changes so that each is allowed by itself: the last part cannot be deleted, and the Free plan has no
 * room for a fourth. So deletions come first; if all parts are deleted, the last one goes after the first addition.
 */
function inPossibleOrder(deletions: Intention[], additions: Intention[], parts: number): Intention[] {
  if (deletions.length < parts || parts === 0) return [...deletions, ...additions]
  return [...deletions.slice(0, -1), ...additions.slice(0, 1), ...deletions.slice(-1), ...additions.slice(1)]
}

const isEmpty = (patch: object) => Object.keys(patch).length === 0
