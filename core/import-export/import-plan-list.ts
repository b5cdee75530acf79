import { createEmptyImportReport, type ImportEntryFault, type ImportPlan } from './import-plan.ts'
import { nameComparisonKey, type PieceListEntry } from './read-piece-list.ts'
import { DryRunLibrary } from './dry-run-library.ts'
import { undeletedPieces, undeletedPartsOf, type LibraryWithEntries } from '#core/library/library.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

/** Knows pieces and sections by name, so importing a list twice adds nothing the second time (rule EX9). */
export function planPieceListImport(
  list: { readonly pieces: readonly PieceListEntry[]; readonly faults: readonly ImportEntryFault[] },
  library: LibraryWithEntries,
  role: StripeRoleOrUnknown,
  newIds: { pieceId: () => PieceId; partId: () => PartId },
): ImportPlan {
  const dryRun = new DryRunLibrary(library, role)
  const report = createEmptyImportReport(list.faults)
  const { added, known, refused, names, faults } = report
  const there = Map.groupBy(undeletedPieces(library), piece => nameComparisonKey(piece.name))

  for (const listed of list.pieces) {
    const piece = there.get(nameComparisonKey(listed.name))?.[0]
    if (piece === undefined) addPiece(listed)
    else addMissingSections(listed, piece.id)
  }
  return { ...report, steps: dryRun.steps }

  function addPiece(listed: PieceListEntry) {
    const { name, endTempo, importance, settings, sections } = listed
    const id = newIds.pieceId()
    dryRun.selectPiece(id)
    const room = sections.map(({ name, currentTempo }) => ({ id: newIds.partId(), name, currentTempo }))
    const named = room.filter(part => part.name !== null).length
    const create = (parts: typeof room) =>
      dryRun.tryChange(
        { kind: 'piece.create', args: { ...settings, id, name, importance, endTempo, parts } },
        null,
      )
    if (create(room) === 'done') {
      added.pieces += 1
      added.sections += named
      names.added.push(name)
      return
    }
    // Adds as many sections as the user's plan allows.
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
      const step = dryRun.tryChange(
        { kind: 'part.add', args: { id: partId, pieceId: id, name, currentTempo } },
        null,
      )
      if (step === 'done') added.sections += 1
      else refused.sections += 1
    }
  }

  function addMissingSections(listed: PieceListEntry, pieceId: PieceId) {
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
      const args = { id: newIds.partId(), pieceId, name, currentTempo }
      if (dryRun.tryChange({ kind: 'part.add', args }, null) === 'done') added.sections += 1
      else refused.sections += 1
    }
  }
}
