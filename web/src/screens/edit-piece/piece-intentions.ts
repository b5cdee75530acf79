import { MAX_NEW_PARTS, type Intention } from '#core/library/change.ts'
import { MAX_PIECE_NAME_LENGTH, normalizeName, type PartId, type PieceId } from '#core/library/piece.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import { MAX_GOAL_BPM, type Bpm } from '#core/music/tempo.ts'
import { parsePieceInputs, type EditFormValues, type PieceWithParts } from './edit-draft.ts'

/** Changes only the fields that differ from `opened`, so that edits by other devices remain (rule EP3). */
export const createIntentionsFromEdits = (opened: PieceWithParts, form: EditFormValues): Intention[] => [
  ...pieceChanges(opened, form),
  ...partChanges(opened, form),
]

function pieceChanges({ piece }: PieceWithParts, form: EditFormValues): Intention[] {
  const read = Object.entries(parsePieceInputs(form, piece))
  const patch = Object.fromEntries(
    read.filter(([name, value]) => value !== undefined && value !== piece[name as keyof typeof piece]),
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

/** Reuses the stored positions in the new order, and makes equal positions distinct (rule LI15). */
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

/** Each change must be allowed in turn: the only part cannot be deleted; the Free plan limits the parts. */
function inPossibleOrder(deletions: Intention[], additions: Intention[], parts: number): Intention[] {
  if (deletions.length < parts || parts === 0) return [...deletions, ...additions]
  return [...deletions.slice(0, -1), ...additions.slice(0, 1), ...deletions.slice(-1), ...additions.slice(1)]
}

const isEmpty = (patch: object) => Object.keys(patch).length === 0

export function createReplacementPieceIntentions(
  { piece }: PieceWithParts,
  form: EditFormValues,
  ids: { piece: PieceId; part: () => PartId },
): Intention[] | null {
  const { name, endTempo, performOn = null, ...fields } = parsePieceInputs(form, piece)
  const parts = form.parts.flatMap(({ name, tempo, stored }) => {
    const currentTempo = parseTypedTempo(tempo, stored)
    return currentTempo === null ? [] : [{ id: ids.part(), name, currentTempo }]
  })
  if (name === undefined || endTempo === undefined) return null
  if (parts.length === 0 || parts.length < form.parts.length) return null
  const { click } = piece
  return createPieceIntentions({ ...fields, id: ids.piece, name, endTempo, performOn, click }, parts)
}

/** The copy has no history and no performance date and is not on hold. `parts` must not be empty (EP23). */
export function createPieceCopyIntentions(
  { piece, parts }: PieceWithParts,
  name: string,
  ids: { piece: PieceId; part: () => PartId },
): Intention[] {
  const copies = parts.map(({ name, currentTempo }) => ({ id: ids.part(), name, currentTempo }))
  const { importance, endTempo, click } = piece
  return createPieceIntentions({ id: ids.piece, name, importance, endTempo, click }, copies)
}

type NewPiece = Extract<Intention, { kind: 'piece.create' }>['args']

function createPieceIntentions(piece: Omit<NewPiece, 'parts'>, parts: NewPiece['parts']): Intention[] {
  // A tempo above 208 is only ever reached in practice, and a new piece has not been practiced.
  const slower = (tempo: Bpm) => Math.min(tempo, MAX_GOAL_BPM) as Bpm
  const all = parts.map(part => ({ ...part, currentTempo: slower(part.currentTempo) }))
  const later = all.slice(MAX_NEW_PARTS).map(part => ({ ...part, pieceId: piece.id, name: part.name ?? '' }))
  return [
    { kind: 'piece.create', args: { ...piece, parts: all.slice(0, MAX_NEW_PARTS) } },
    ...later.map((args): Intention => ({ kind: 'part.add', args })),
  ]
}

export function findFreeCopyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map(each => each.toLowerCase()))
  const original = Array.from(name.replace(/ \(\d+\)$/, ''))
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const beginning = normalizeName(original.slice(0, MAX_PIECE_NAME_LENGTH - ending.length).join(''))
    if (!used.has((beginning + ending).toLowerCase())) return beginning + ending
  }
}
