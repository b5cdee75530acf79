import type { EntryFault } from './import-fault.ts'
import { sameName, type ListedPiece } from './import-list.ts'
import { newReport, type ImportPlan } from './import-plan.ts'
import { TrialLibrary } from './import-trial.ts'
import { livingPieces, partsOf, type Library } from './library.ts'
import type { PartId, PieceId } from './piece.ts'
import type { KnownRole } from './plan.ts'

/**
 * What a list of pieces would add to a library. Pieces and sections are known by their names, so a list that is
 * imported twice adds nothing the second time (rule EX9); what is there already is never changed by a list.
 */
export function planOfList(
  list: { readonly pieces: readonly ListedPiece[]; readonly faults: readonly EntryFault[] },
  library: Library,
  role: KnownRole,
  newIds: { pieceId: () => PieceId; partId: () => PartId },
): ImportPlan {
  const trial = new TrialLibrary(library, role)
  const report = newReport()
  const { added, known, refused, names, faults } = report
  faults.push(...list.faults)
  const there = Map.groupBy(livingPieces(library), piece => sameName(piece.name))

  for (const listed of list.pieces) {
    const piece = there.get(sameName(listed.name))?.[0]
    if (piece === undefined) add(listed)
    else complete(listed, piece.id)
  }
  return { ...report, steps: trial.steps }

  function add({ name, endTempo, importance, sections }: ListedPiece) {
    const id = newIds.pieceId()
    trial.goTo(id)
    const room = sections.map(({ name, currentTempo }) => ({ id: newIds.partId(), name, currentTempo }))
    const named = room.filter(part => part.name !== null).length
    const create = (parts: typeof room) =>
      trial.try({ kind: 'piece.create', args: { id, name, importance, endTempo, parts } }, null)
    if (create(room) === 'done') {
      added.pieces += 1
      added.sections += named
      names.added.push(name)
      return
    }
    // As many sections as the plan has room for are better than none.
    const [first, ...others] = room
    if (first === undefined || create([first]) !== 'done') {
      refused.pieces += 1
      refused.sections += named
      names.refused.push(name)
      return
    }
    added.pieces += 1
    added.sections += 1
    names.added.push(name)
    for (const { id: partId, name, currentTempo } of others) {
      if (name === null) continue
      const step = trial.try(
        { kind: 'part.add', args: { id: partId, pieceId: id, name, currentTempo } },
        null,
      )
      if (step === 'done') added.sections += 1
      else refused.sections += 1
    }
  }

  /** Adds to a piece that is there what it has not got. */
  function complete(listed: ListedPiece, pieceId: PieceId) {
    known.pieces += 1
    trial.goTo(pieceId)
    const here = partsOf(library, pieceId)
    for (const { name, currentTempo, line } of listed.sections) {
      if (name === null) continue
      if (here.some(part => part.name !== null && sameName(part.name) === sameName(name))) {
        known.sections += 1
        continue
      }
      if (here.some(part => part.name === null)) {
        faults.push({ where: { kind: 'line', line }, code: 'whole-piece', found: listed.name })
        continue
      }
      const args = { id: newIds.partId(), pieceId, name, currentTempo }
      if (trial.try({ kind: 'part.add', args }, null) === 'done') added.sections += 1
      else refused.sections += 1
    }
  }
}
