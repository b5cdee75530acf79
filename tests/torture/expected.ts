import type { Change } from '#core/library/change.ts'
import { undeletedPieces, undeletedPartsOf, type LibraryWithEntries } from '#core/library/library.ts'
import type { AppliedChange } from './world.ts'

/** A field as whoever wrote it last left it. */
type Field = { value: unknown; at: number }
/** Of its deletions and returns the latest stands, too. */
type Row = { fields: Map<string, Field>; isDeleted: boolean; since: number; pieceId: string }

/**
 * Computes the library that must result from changes: each field has the value with the latest stamp, or the later one
 * of equal stamps. Shares no code with library.ts, so that a fault there is not repeated here.
 */
export function expectedLibrary(log: readonly AppliedChange[]) {
  const pieces = new Map<string, Row>()
  const parts = new Map<string, Row>()
  // What a tempo returns to when an entry is taken back is another rule's business.
  const uncertain = new Set<string>()
  const tempos = new Map<string, string>()
  const entries = new Map<string, object>()
  // Sent once more after half a year they are made anew, where the server does not know any more that they were there
  // (rule SC16).
  const undead = new Set<string>()

  for (const { change } of log) tell(change)

  function tell(change: Change) {
    const { at } = change
    switch (change.kind) {
      case 'piece.create': {
        const { id, name, importance, endTempo } = change.args
        if (pieces.get(id)?.isDeleted === true) undead.add(id)
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
        if (parts.get(id)?.isDeleted === true) undead.add(id)
        // It comes behind all others, wherever they are by then.
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
        if (tempos.has(change.args.id)) return
        tempos.set(change.args.id, change.args.partId)
        entries.set(change.args.id, detailsOf(change))
        // A run-through says nothing about the tempo.
        if (change.args.runThroughId !== undefined) return
        return write(parts.get(change.args.partId), { currentTempo: change.args.tempo }, at)
      }
      case 'practice.retract':
        uncertain.add(tempos.get(change.args.id) ?? '')
    }
  }

  /** Edits of a section while it or its piece is deleted have no effect, also if it comes back. */
  function livingPart(id: string): Row | undefined {
    const part = partOfLivingPiece(id)
    return part?.isDeleted === false ? part : undefined
  }

  function partOfLivingPiece(id: string): Row | undefined {
    const part = parts.get(id)
    return part !== undefined && pieces.get(part.pieceId)?.isDeleted === false ? part : undefined
  }

  return {
    differencesFrom(library: LibraryWithEntries): string[] {
      const faults: string[] = []
      const living = undeletedPieces(library).filter(({ id }) => !undead.has(id))
      const ids = living
        .map(({ id }) => String(id))
        .toSorted()
        .join()
      const should = [...pieces].filter(([id, row]) => !row.isDeleted && !undead.has(id))
      const shouldLive = should
        .map(([id]) => id)
        .toSorted()
        .join()
      if (ids !== shouldLive) faults.push(`pieces ${ids} instead of ${shouldLive}`)
      for (const piece of living) faults.push(...differences(pieces.get(piece.id), piece))
      const livingParts = living
        .flatMap(({ id }) => undeletedPartsOf(library, id))
        .filter(({ id }) => !undead.has(id))
      for (const part of livingParts) {
        if (!uncertain.has(part.id)) faults.push(...differences(parts.get(part.id), part))
        if (parts.get(part.id)?.isDeleted !== false) faults.push(`the part ${part.id} should not live`)
      }
      for (const [id, details] of entries) {
        const kept = [...library.practice.values()].find(entry => entry.id === id)
        for (const [name, value] of Object.entries(details)) {
          const found: unknown = kept === undefined ? value : Reflect.get(kept, name)
          if (found !== value)
            faults.push(`${name} of ${id} is ${String(found)} and should be ${String(value)}`)
        }
      }
      return faults
    },
  }
}

/** What an entry must tell of how it was practiced: null for what its change does not say. */
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
  since: 0,
  pieceId,
})

function write(row: Row | undefined, fields: object, at: number): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = row?.fields.get(name)
    if (before === undefined || at >= before.at) row?.fields.set(name, { value, at })
  }
}

function setDeleted(row: Row | undefined, isDeleted: boolean, at: number): void {
  if (row !== undefined && at >= row.since) Object.assign(row, { isDeleted, since: at })
}

function differences(row: Row | undefined, kept: object): string[] {
  if (row === undefined) return [`nobody made ${JSON.stringify(kept)}`]
  return [...row.fields].flatMap(([name, { value }]) => {
    const found: unknown = Reflect.get(kept, name)
    return value === undefined || found === value
      ? []
      : [`${name} is ${String(found)} and should be ${JSON.stringify(value)}`]
  })
}
