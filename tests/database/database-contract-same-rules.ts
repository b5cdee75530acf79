import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import { EMPTY_LIBRARY, withUpsertedRows } from '#core/library/library.ts'
import type { Part, Piece, PracticeEntry } from '#core/library/piece.ts'
import { day, NOON } from '#tests/library/builders.ts'
import type { ContractSetup } from './contract-setup.ts'
import * as changes from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, changeStatuses } from '#tests/sync/library-server.ts'
import { repetitions } from '#tests/repository/repetitions.ts'

const ROUNDS = 12

export function sameRulesContract({ server }: ContractSetup) {
  test('[LS19] for any changes, the server returns the statuses and rows that applyChange gives on the whole library', async () => {
    await fc.assert(
      fc.asyncProperty(roundsOfChanges(), async rounds => {
        const device = new SyncingDevice(server(), await aUser(server(), 'pro'))
        let library = EMPTY_LIBRARY
        for (const round of rounds) {
          const expected = round.map(change => {
            const outcome = applyChange(library, change)
            if (outcome.kind === 'rejected') return outcome.code
            library = withUpsertedRows(library, outcome.rows)
            return 'applied'
          })
          expect(changeStatuses(await device.sync(...round))).toEqual(expected)
        }
        const freshDevice = new SyncingDevice(server(), device.user)
        await freshDevice.syncAll()
        expect(withoutRevisions(device.rows)).toEqual(withoutRevisions(library))
        expect(withoutRevisions(freshDevice.rows)).toEqual(withoutRevisions(library))
      }),
      { numRuns: repetitions(10, 20) },
    )
  })
}

function roundsOfChanges(): fc.Arbitrary<Change[][]> {
  const ids = <Id>(make: () => Id, count: number) => fc.constantFrom(...Array.from({ length: count }, make))
  const [piece, part, entry] = [
    ids(changes.randomPieceId, 2),
    ids(changes.randomPartId, 3),
    ids(changes.randomPracticeId, 12),
  ]
  // Few times, so that several changes have the same one.
  const at = fc.integer({ min: 0, max: 25 }).map(step => NOON + step * 2000)
  const tempo = fc.integer({ min: 40, max: 208 })
  const fieldsOfPiece = fc.oneof(
    fc.record({ name: fc.constantFrom('Gavotte', 'Bourrée') }),
    fc.record({ performOn: fc.option(fc.constant(day('2027-01-09'))), onHold: fc.boolean() }),
    fc.record({ click: fc.option(fc.constant({ beats: 3, accent: true, play: 2, rest: 1 })) }),
  )
  const record = fc.record
  const edit = fc.tuple(fieldsOfPiece, at).map(([fields, at]) => ({ ...fields, at }))
  const partIds = fc.uniqueArray(part, { minLength: 1, maxLength: 2 })
  const practice = record({ id: entry, tempo, at })
  const retraction = record({ tempo, at, lastPracticed: fc.option(at) })
  const place = record({ position: fc.nat(4), at })
  const weighted = <Args extends unknown[]>(
    weight: number,
    make: (...args: Args) => Change,
    ...args: { [Place in keyof Args]: fc.Arbitrary<Args[Place]> }
  ) => ({ weight, arbitrary: fc.tuple(...args).map(each => make(...(each as Args))) })
  // Deletions are rare, so that most changes still find their rows.
  const change = fc.oneof(
    weighted(4, changes.createPiece, record({ pieceId: piece, partIds, at })),
    weighted(10, changes.addPracticeEntry, piece, part, practice),
    weighted(8, changes.retractPractice, entry, retraction),
    weighted(3, changes.addPart, piece, record({ id: part })),
    weighted(3, changes.patchPart, part, record({ tempo, at })),
    weighted(3, changes.patchPart, part, place),
    weighted(3, changes.patchPiece, piece, record({ goal: tempo, at })),
    weighted(3, changes.patchPiece, piece, edit),
    weighted(2, changes.deletePart, part, record({ at })),
    weighted(1, changes.deletePiece, piece, record({ at })),
    weighted(2, changes.restorePiece, piece),
    weighted(2, changes.restorePart, piece, part),
  )
  const round = fc.array(change, { minLength: 4, maxLength: 10 })
  return fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS })
}

type LibraryRows = {
  pieces: ReadonlyMap<string, Piece>
  parts: ReadonlyMap<string, Part>
  practice: ReadonlyMap<string, PracticeEntry>
}

function withoutRevisions({ pieces, parts, practice }: LibraryRows) {
  const sorted = <Row extends { id: string; revision: number }>(rows: ReadonlyMap<string, Row>) =>
    [...rows.values()].map(row => ({ ...row, revision: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { pieces: sorted(pieces), parts: sorted(parts), practice: sorted(practice) }
}
