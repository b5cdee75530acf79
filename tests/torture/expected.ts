import type { Change } from '#core/library/change.ts'
import { undeletedPieces, undeletedPartsOf, type LibraryWithNeededEntries } from '#core/library/library.ts'
import type { AppliedChange } from './world.ts'

type Field = { value: unknown; at: number }
type Row = { fields: Map<string, Field>; isDeleted: boolean; deletionStamp: number; pieceId: string }

/**
 * Computes the library that must result from changes: each field has the value with the latest stamp, or the later one
 * of equal stamps. Shares no code with library.ts, so that a fault there is not repeated here.
 */
export function expectedLibrary(log: readonly AppliedChange[]) {
  const pieces = new Map<string, Row>()
  const parts = new Map<string, Row>()
  // Parts with a retracted entry are not compared: another rule decides which tempo they get back.
  const partsWithRetraction = new Set<string>()
  const partOfEntry = new Map<string, string>()
  const entries = new Map<string, object>()
  // Rows that were deleted and created again: after half a year the server does not know a resent change (SC16).
  const recreated = new Set<string>()

  for (const { change } of log) applyToRows(change)

  function applyToRows(change: Change) {
    const { at } = change
    switch (change.kind) {
      case 'piece.create': {
        const { id, name, importance, endTempo } = change.args
        if (pieces.get(id)?.isDeleted === true) recreated.add(id)
        if (pieces.has(id)) return
        pieces.set(id, aRow(id, at, { name, importance, endTempo, performOn: null, onHold: false }))
        for (const [position, part] of change.args.parts.entries())
          parts.set(part.id, aRow(id, at, { name: part.name, currentTempo: part.currentTempo, position }))
        return
      }
      case 'piece.patch': {
        const { id, ...fields } = change.args
        return write(pieces.get(id), fields, at)
      }
      case 'piece.delete':
      case 'piece.restore':
        return setDeleted(pieces.get(change.args.id), change.kind === 'piece.delete', at)
      case 'part.add': {
        const { id, pieceId, name, currentTempo } = change.args
        if (parts.get(id)?.isDeleted === true) recreated.add(id)
        // It comes last, so its position depends on the other parts.
        if (!parts.has(id)) parts.set(id, aRow(pieceId, at, { name, currentTempo, position: undefined }))
        return
      }
      case 'part.patch': {
        const { id, ...fields } = change.args
        return write(livingPart(id), fields, at)
      }
      case 'part.delete':
      case 'part.restore':
        return setDeleted(partOfLivingPiece(change.args.id), change.kind === 'part.delete', at)
      case 'practice.add': {
        if (partOfEntry.has(change.args.id)) return
        partOfEntry.set(change.args.id, change.args.partId)
        entries.set(change.args.id, detailsOf(change))
        // A run-through does not change the tempo.
        if (change.args.runThroughId !== undefined) return
        return write(parts.get(change.args.partId), { currentTempo: change.args.tempo }, at)
      }
      case 'practice.retract':
        partsWithRetraction.add(partOfEntry.get(change.args.id) ?? '')
    }
  }

  /** Edits of a section have no effect while it or its piece is deleted, even if it is restored later. */
  function livingPart(id: string): Row | undefined {
    const part = partOfLivingPiece(id)
    return part?.isDeleted === false ? part : undefined
  }

  function partOfLivingPiece(id: string): Row | undefined {
    const part = parts.get(id)
    return part !== undefined && pieces.get(part.pieceId)?.isDeleted === false ? part : undefined
  }

  return {
    differencesFrom(library: LibraryWithNeededEntries): string[] {
      const faults: string[] = []
      const living = undeletedPieces(library).filter(({ id }) => !recreated.has(id))
      const ids = living
        .map(({ id }) => String(id))
        .toSorted()
        .join()
      const expectedPieces = [...pieces].filter(([id, row]) => !row.isDeleted && !recreated.has(id))
      const expectedIds = expectedPieces
        .map(([id]) => id)
        .toSorted()
        .join()
      if (ids !== expectedIds) faults.push(`pieces ${ids} instead of ${expectedIds}`)
      for (const piece of living) faults.push(...differences(pieces.get(piece.id), piece))
      const livingParts = living
        .flatMap(({ id }) => undeletedPartsOf(library, id))
        .filter(({ id }) => !recreated.has(id))
      for (const part of livingParts) {
        if (!partsWithRetraction.has(part.id)) faults.push(...differences(parts.get(part.id), part))
        if (parts.get(part.id)?.isDeleted !== false) faults.push(`the part ${part.id} should be deleted`)
      }
      for (const [id, details] of entries) {
        const actual = [...library.practice.values()].find(entry => entry.id === id)
        for (const [name, value] of Object.entries(details)) {
          const found: unknown = actual === undefined ? value : Reflect.get(actual, name)
          if (found !== value)
            faults.push(`${name} of ${id} is ${String(found)} and should be ${String(value)}`)
        }
      }
      return faults
    },
  }
}

function detailsOf({ args, at }: Extract<Change, { kind: 'practice.add' }>): object {
  const { seconds = null, plannedSeconds = null, firstTryClean = null } = args
  const { runThroughId = null, day = null } = args
  const isNear = day !== null && Math.abs(Math.floor(at / DAY) - day) < 2
  return { seconds, plannedSeconds, firstTryClean, runThroughId, day: isNear ? day : null }
}

const DAY = 86_400_000

const aRow = (pieceId: string, at: number, fields: object): Row => ({
  fields: new Map(Object.entries(fields).map(([name, value]) => [name, { value, at }])),
  isDeleted: false,
  deletionStamp: 0,
  pieceId,
})

function write(row: Row | undefined, fields: object, at: number): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = row?.fields.get(name)
    if (before === undefined || at >= before.at) row?.fields.set(name, { value, at })
  }
}

function setDeleted(row: Row | undefined, isDeleted: boolean, at: number): void {
  if (row !== undefined && at >= row.deletionStamp) Object.assign(row, { isDeleted, deletionStamp: at })
}

function differences(row: Row | undefined, actual: object): string[] {
  if (row === undefined) return [`nobody created ${JSON.stringify(actual)}`]
  return [...row.fields].flatMap(([name, { value }]) => {
    const found: unknown = Reflect.get(actual, name)
    return value === undefined || found === value
      ? []
      : [`${name} is ${String(found)} and should be ${JSON.stringify(value)}`]
  })
}
