import { createImportReportWithFaults, type ImportRowFault, type ImportPlan } from './import-plan.ts'
import { nameComparisonKey, type ListedPiece } from './read-piece-list.ts'
import { DryRunLibrary } from './dry-run-library.ts'
import { undeletedPieces, undeletedPartsOf, type LibraryWithNeededEntries } from '#core/library/library.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

/** Matches pieces and sections by name, so importing the same list twice adds nothing new (rule EX9). */
export function planPieceListImport(
  list: { readonly pieces: readonly ListedPiece[]; readonly faults: readonly ImportRowFault[] },
  library: LibraryWithNeededEntries,
  role: StripeRoleOrUnknown,
  newIds: { pieceId: () => PieceId; partId: () => PartId },
): ImportPlan {
  const dryRun = new DryRunLibrary(library, role)
  const report = createImportReportWithFaults(list.faults)
  const { added, known, refused, names, faults } = report
  const there = Map.groupBy(undeletedPieces(library), piece => nameComparisonKey(piece.name))

  for (const listed of list.pieces) {
    const piece = there.get(nameComparisonKey(listed.name))?.[0]
    if (piece === undefined) addPiece(listed)
    else addMissingSections(listed, piece.id)
  }
  return { ...report, steps: dryRun.steps }

  function addPiece(listed: ListedPiece) {
    const { name, endTempo, importance, settings, sections } = listed
    const id = newIds.pieceId()
    dryRun.selectPiece(id)
    const room = sections.map(({ name, currentTempo }) => ({ id: newIds.partId(), name, currentTempo }))
    const named = room.filter(part => part.name !== null).length
    const create = (parts: typeof room) => {
      const args = { ...settings, id, name, importance, endTempo, parts }
      return dryRun.tryChange({ kind: 'piece.create', args }, null) === 'done'
    }
    // If the plan does not allow all sections, adds as many as it does.
    const isWhole = create(room)
    if (!isWhole && !create(room.slice(0, 1))) {
      refused.pieces += 1
      refused.sections += named
      names.refused.push(name)
      return
    }
    added.pieces += 1
    added.sections += isWhole ? named : 1
    names.added.push(name)
    if (!isWhole) for (const part of room.slice(1)) addSection(id, part)
  }

  function addSection(pieceId: PieceId, part: { id: PartId; name: string | null; currentTempo: Bpm }) {
    const { id, name, currentTempo } = part
    if (name === null) return
    const args = { id, pieceId, name, currentTempo }
    if (dryRun.tryChange({ kind: 'part.add', args }, null) === 'done') added.sections += 1
    else refused.sections += 1
  }

  function addMissingSections(listed: ListedPiece, pieceId: PieceId) {
    known.pieces += 1
    dryRun.selectPiece(pieceId)
    const here = undeletedPartsOf(library, pieceId)
    for (const { name, currentTempo, line } of listed.sections) {
      if (name === null) continue
      if (here.some(part => part.name !== null && nameComparisonKey(part.name) === nameComparisonKey(name))) {
        known.sections += 1
        continue
      }
      if (here.some(part => part.name === null)) {
        faults.push({ where: { kind: 'line', line }, code: 'whole-piece', found: listed.name })
        continue
      }
      addSection(pieceId, { id: newIds.partId(), name, currentTempo })
    }
  }
}
