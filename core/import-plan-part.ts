import { restsSince, tell, type Planning, type WantedPart } from './import-planning.ts'
import type { Step } from './import-trial.ts'
import { faultOfPartName, type PieceId, type PracticeId } from './piece.ts'
import { FASTEST_GOAL, parseBpm, type Bpm } from './tempo.ts'

/** What a section is made with: by the piece that it is the first one of, or later. */
export type MakePart = (tempo: Bpm) => Step

/** Plans a section unless it is there; told and counted where it cannot be. */
export function planPart(
  planning: Planning,
  pieceId: PieceId,
  wanted: WantedPart,
  makePiece: MakePart | null,
): Step {
  const { trial, report } = planning
  const { isSection, placed } = wanted
  const { row } = placed
  if (trial.part(wanted.id) !== undefined) {
    if (isSection) report.known.sections += 1
    return 'done'
  }
  const tempo = parseBpm(row.currentTempo)
  if (tempo === null) return told('tempo')
  if (row.name !== null && faultOfPartName(row.name) !== null) return told('section-too-long')
  // What is faster was reached in practice, and is reached again.
  const first = Math.min(tempo, FASTEST_GOAL) as Bpm
  const step = makePiece === null ? add(first) : makePiece(first)
  if (step === 'invalid') return told(row.name === null ? 'section-missing' : 'unreadable')
  if (step === 'refused') {
    if (isSection) report.refused.sections += 1
    return step
  }
  if (isSection) report.added.sections += 1
  if (row.name !== null && row.nameAt > row.createdAt)
    trial.try({ kind: 'part.patch', args: { id: wanted.id, name: row.name } }, row.nameAt)
  return 'done'

  function add(currentTempo: Bpm): Step {
    if (row.name === null) return 'invalid'
    const args = { id: wanted.id, pieceId, name: row.name, currentTempo }
    return trial.try({ kind: 'part.add', args }, restsSince(wanted))
  }

  function told(code: Parameters<typeof tell>[3]): Step {
    tell(planning, 'parts', placed, code)
    return 'invalid'
  }
}

/**
 * Plans the history of a section at its own times, and in the end its tempo, if that is not what the history says.
 * All entries come first and then what was taken back: an entry returns to what was there before it.
 */
export function planHistory(planning: Planning, pieceId: PieceId, wanted: WantedPart): void {
  const { trial, report } = planning
  const { id: partId, placed } = wanted
  const { currentTempo, lastPracticed, tempoAt } = placed.row
  const before = trial.part(partId)
  // Of a section that was here before only the history grows; its tempo is what the musician knows.
  const isNew = before !== undefined && before.deletedAt === null && !planning.library.parts.has(partId)
  const inOrder = wanted.missing.toSorted((a, b) => a.row.at - b.row.at || a.number - b.number)
  const taken = inOrder.filter(entry => {
    const id = entry.row.id as PracticeId
    const args = { id, pieceId, partId, tempo: entry.row.tempo as Bpm }
    const isDone = trial.try({ kind: 'practice.add', args }, entry.row.at) === 'done'
    if (isDone) report.added.practice += 1
    else tell(planning, 'practice', entry, parseBpm(entry.row.tempo) === null ? 'tempo' : 'unreadable')
    return isDone && entry.row.retractedAt !== null
  })
  for (const { row } of taken.toSorted((a, b) => (a.row.retractedAt ?? 0) - (b.row.retractedAt ?? 0))) {
    const args = { id: row.id as PracticeId, currentTempo: currentTempo as Bpm, lastPracticed }
    trial.try({ kind: 'practice.retract', args }, row.retractedAt)
  }
  const now = trial.part(partId)
  if (isNew && now !== undefined && (now.currentTempo !== currentTempo || now.tempoAt < tempoAt))
    trial.try({ kind: 'part.patch', args: { id: partId, currentTempo: currentTempo as Bpm } }, tempoAt)
}
