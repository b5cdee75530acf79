import {
  importedPartCreatedAt,
  addImportRowFault,
  type ImportPlanningState,
  type PartWithMissingEntries,
  type TriedChangeStatus,
} from './dry-run-library.ts'
import type { Intention } from '#core/library/change.ts'
import { findPartNameFault, type PieceId, type PracticeEntryId } from '#core/library/piece.ts'
import { fillDetails } from '#core/library/fields.ts'
import { MAX_GOAL_BPM, parseBpm, type Bpm } from '#core/music/tempo.ts'

export function addPartToImportPlan(
  planning: ImportPlanningState,
  pieceId: PieceId,
  wanted: PartWithMissingEntries,
  makePiece: ((tempo: Bpm) => TriedChangeStatus) | null,
): TriedChangeStatus {
  const { dryRun, report } = planning
  const { isSection, placed } = wanted
  const { row } = placed
  const here = dryRun.part(wanted.id)
  const isGone = here !== undefined && here.deletedAt !== null && row.deletedAt === null
  const isPieceReturning = typeof planning.library.pieces.get(pieceId)?.deletedAt === 'number'
  const restore: Intention = { kind: 'part.restore', args: { id: wanted.id, pieceId } }
  const isKept = here !== undefined && !isGone
  // The server may have forgotten the sections of a piece that comes back.
  if (makePiece === null && isKept && (!isPieceReturning || row.name === null)) {
    if (isSection) report.known.sections += 1
    return 'done'
  }
  const tempo = parseBpm(row.currentTempo)
  if (tempo === null) return skipWithFault('tempo')
  if (row.name !== null && findPartNameFault(row.name) !== null) return skipWithFault('section-too-long')
  // A tempo above the goal can only be reached by practice entries.
  const first = Math.min(tempo, MAX_GOAL_BPM) as Bpm
  const step = makePiece === null ? addPart(first) : makePieceAndPart(makePiece, first)
  if (step === 'invalid') return skipWithFault(row.name === null ? 'section-missing' : 'unreadable')
  if (step === 'refused') {
    if (isSection) report.refused.sections += 1
    return step
  }
  if (isSection) report.added.sections += 1
  return 'done'

  function makePieceAndPart(make: (tempo: Bpm) => TriedChangeStatus, tempo: Bpm): TriedChangeStatus {
    const made = make(tempo)
    return made === 'done' && isGone ? dryRun.tryChange(restore, null) : made
  }

  function addPart(currentTempo: Bpm): TriedChangeStatus {
    if (row.name === null) return isGone ? dryRun.tryChange(restore, null) : 'invalid'
    const add: Intention = {
      kind: 'part.add',
      args: { id: wanted.id, pieceId, name: row.name, currentTempo },
    }
    const at = importedPartCreatedAt(wanted)
    return isGone ? dryRun.tryReturn(add, at, restore) : dryRun.tryChange(add, at)
  }

  function skipWithFault(code: Parameters<typeof addImportRowFault>[3]): TriedChangeStatus {
    addImportRowFault(planning, 'parts', placed, code)
    return 'invalid'
  }
}

export function planMissingEntriesOfPart(
  planning: ImportPlanningState,
  pieceId: PieceId,
  wanted: PartWithMissingEntries,
): void {
  const { dryRun, report } = planning
  const { id: partId, placed } = wanted
  const { currentTempo, lastPracticed, stamps } = placed.row
  const before = dryRun.part(partId)
  // A section that existed before gets a tempo only from entries that are newer than its own.
  const isNew = before !== undefined && before.deletedAt === null && !planning.library.parts.has(partId)
  const inOrder = wanted.missing.toSorted((a, b) => a.row.at - b.row.at || a.number - b.number)
  const taken = inOrder.filter(entry => {
    const id = entry.row.id as PracticeEntryId
    const args = {
      id,
      pieceId,
      partId,
      tempo: entry.row.tempo,
      ...fillDetails(entry.row),
    }
    const isDone = dryRun.tryChange({ kind: 'practice.add', args }, entry.row.at) === 'done'
    if (isDone) report.added.practice += 1
    else
      addImportRowFault(
        planning,
        'practice',
        entry,
        parseBpm(entry.row.tempo) === null ? 'tempo' : 'unreadable',
      )
    return isDone && entry.row.retractedAt !== null
  })
  for (const { row } of taken.toSorted((a, b) => (a.row.retractedAt ?? 0) - (b.row.retractedAt ?? 0))) {
    const args = { id: row.id as PracticeEntryId, currentTempo, lastPracticed }
    dryRun.tryChange({ kind: 'practice.retract', args }, row.retractedAt)
  }
  const now = dryRun.part(partId)
  if (isNew && now !== undefined && now.currentTempo !== currentTempo)
    dryRun.tryChange(
      { kind: 'part.patch', args: { id: partId, currentTempo } },
      stamps?.['currentTempo'] ?? null,
    )
}
