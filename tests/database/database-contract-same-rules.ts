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
import { repetitions } from '#tests/repository/tries.ts'

const ROUNDS = 12

export function sameRulesContract({ server }: ContractSetup) {
  test('[LS19] whatever is sent, the server comes to the same verdicts and rows as the rules on the whole library', async () => {
    await fc.assert(
      fc.asyncProperty(roundsOfChanges(), async rounds => {
        const device = new SyncingDevice(server(), await aUser(server(), 'pro'))
        let library = EMPTY_LIBRARY
        // Whoever begins is not told of what is deleted, so the first round deletes nothing.
        for (const round of [[changes.createPiece()], ...rounds]) {
          const expected = round.map(change => {
            const outcome = applyChange(library, change)
            if (outcome.kind === 'rejected') return outcome.code
            library = withUpsertedRows(library, outcome.rows)
            return 'applied'
          })
          expect(changeStatuses(await device.sync(...round))).toEqual(expected)
        }
        const everything = new SyncingDevice(server(), device.user)
        await everything.syncAll()
        expect(unnumbered(device.rows)).toEqual(unnumbered(library))
        expect(living(unnumbered(everything.rows))).toEqual(living(unnumbered(library)))
      }),
      { numRuns: repetitions(10, 20) },
    )
  })
}

/** Rounds of changes that speak of the same few pieces, parts and entries, at times in any order. */
function roundsOfChanges(): fc.Arbitrary<Change[][]> {
  const few = <Id>(make: () => Id, count: number) => fc.constantFrom(...Array.from({ length: count }, make))
  const [piece, part, entry] = [
    few(changes.randomPieceId, 2),
    few(changes.randomPartId, 3),
    few(changes.randomPracticeId, 12),
  ]
  // So few moments that some are those of several changes.
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
  const back = record({ tempo, at, lastPracticed: fc.option(at) })
  const place = record({ position: fc.nat(4), at })
  const often = <Args extends unknown[]>(
    weight: number,
    make: (...args: Args) => Change,
    ...args: { [Place in keyof Args]: fc.Arbitrary<Args[Place]> }
  ) => ({ weight, arbitrary: fc.tuple(...args).map(each => make(...(each as Args))) })
  // What ends a piece is rare, else nothing would be left to disagree about.
  const change = fc.oneof(
    often(4, changes.createPiece, record({ pieceId: piece, partIds, at })),
    often(10, changes.addPracticeEntry, piece, part, practice),
    often(8, changes.retractPractice, entry, back),
    often(3, changes.addPart, piece, record({ id: part })),
    often(3, changes.patchPart, part, record({ tempo, at })),
    often(3, changes.patchPart, part, place),
    often(3, changes.patchPiece, piece, record({ goal: tempo, at })),
    often(3, changes.patchPiece, piece, edit),
    often(2, changes.deletePart, part, record({ at })),
    often(1, changes.deletePiece, piece, record({ at })),
    often(2, changes.restorePiece, piece),
    often(2, changes.restorePart, piece, part),
  )
  const round = fc.array(change, { minLength: 4, maxLength: 10 })
  return fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS })
}

type Kept = {
  pieces: ReadonlyMap<string, Piece>
  parts: ReadonlyMap<string, Part>
  practice: ReadonlyMap<string, PracticeEntry>
}

/** What is kept, in one order and without the numbers of the writes. */
function unnumbered({ pieces, parts, practice }: Kept) {
  const sorted = <Row extends { id: string; revision: number }>(rows: ReadonlyMap<string, Row>) =>
    [...rows.values()].map(row => ({ ...row, revision: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { pieces: sorted(pieces), parts: sorted(parts), practice: sorted(practice) }
}

const living = ({ pieces, parts, practice }: ReturnType<typeof unnumbered>) => ({
  pieces: pieces.filter(piece => piece.deletedAt === null),
  parts: parts.filter(part => part.deletedAt === null),
  practice,
})
