import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLibrary, aPart, aPiece, bpm, partId, pieceId } from '#tests/library/builders.ts'
import { applySteps } from '#tests/library/import-round-trip.ts'
import { formatFormulaSafeCsvLine, escapeNumberOrDateLikeText, parseCsvRows } from './csv-formats.ts'
import { planPieceListImport } from './import-plan-list.ts'
import { readPieceList } from './read-piece-list.ts'
import { parseIsoDay } from '#core/library/day.ts'
import {
  EMPTY_LIBRARY,
  undeletedPieces,
  undeletedPartsOf,
  type LibraryWithNeededEntries,
} from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

const read = (...lines: string[]) => {
  const list = readPieceList(lines.join('\n'))
  if (list.kind === 'fault') throw new Error(list.fault)
  return list
}
const faultsIn = (...lines: string[]) =>
  read(...lines).faults.map(({ where, code, found }) => [where.kind === 'line' && where.line, code, found])

let ids = 100
const newIds = { pieceId: () => pieceId(ids++), partId: () => partId(ids++) }
const planned = (
  lines: string[],
  library: LibraryWithNeededEntries = EMPTY_LIBRARY,
  role: StripeRoleOrUnknown = 'pro',
) => planPieceListImport(read(...lines), library, role, newIds)

describe('a list of pieces', () => {
  test('[EX7] has one row for each piece, its columns in any order, with commas, semicolons or tabs', () => {
    const gigue = [
      {
        line: 2,
        name: 'Gigue',
        endTempo: 120,
        importance: 5,
        settings: {},
        sections: [{ line: 2, name: null, currentTempo: 80 }],
      },
    ]
    expect(read('name,goal,current tempo,urgency', 'Gigue,120,80,5').pieces).toEqual(gigue)
    expect(read('Dringlichkeit;Stück;Zieltempo;aktuelles Tempo', '5;"Gigue";120 bpm;80,0').pieces).toEqual(
      gigue,
    )
    expect(read('Name\tendTempo\tTempo\tImportance\tnotes', ' Gigue \t120\t80\t5\tnone').pieces).toEqual(
      gigue,
    )
  })

  test('[EX7] or one for each section; goal and urgency may stand in one of them, urgency may be left out', () => {
    const list = read(
      'piece,section,goal,tempo',
      'Partita,Allemande,96,60',
      'partita,"Gigue, fast",,70',
      'Partita,,96,',
    )
    expect(list.faults).toEqual([])
    expect(list.pieces).toMatchObject([
      {
        name: 'Partita',
        endTempo: 96,
        importance: 3,
        sections: [
          { line: 2, name: 'Allemande', currentTempo: 60 },
          { line: 3, name: 'Gigue, fast', currentTempo: 70 },
        ],
      },
    ])
  })

  test('[EX7] may say when a piece is performed and that it is on hold, in English or German', () => {
    const plans = (...lines: string[]) =>
      read(...lines).pieces.map(({ settings }) => [settings.performOn ?? null, settings.onHold ?? false])
    const day = parseIsoDay('2027-01-09')
    expect(
      plans('name,goal,tempo,performance,on hold', 'Gigue,120,80,2027-01-09,yes', 'Largo,60,50,,no'),
    ).toEqual([
      [day, true],
      [null, false],
    ])
    expect(plans('Stück;Ziel;Tempo;Auftritt;pausiert', 'Gigue;120;80;9.1.2027;ja')).toEqual([[day, true]])
    const head = 'name,goal,tempo,performance,on hold'
    const rows = ['Gigue,120,80,2027-02-30,', 'Largo,60,50,,maybe', 'Presto,99,80,31.12.1969,']
    expect(faultsIn(head, ...rows)).toEqual([
      [2, 'performance', '2027-02-30'],
      [3, 'on-hold', 'maybe'],
      [4, 'performance', '31.12.1969'],
    ])
  })

  test('[EX7] tells what is wrong and in which line, and takes the rest', () => {
    const head = 'name,section,goal,tempo,urgency'
    expect(faultsIn(head, ',,120,80,', 'Ab,,120,80,', `${'x'.repeat(26)},,120,80,`)).toEqual([
      [2, 'name-missing', ''],
      [3, 'name-too-short', 'Ab'],
      [4, 'name-too-long', 'x'.repeat(26)],
    ])
    expect(
      faultsIn(head, 'Gigue,,300,80,', 'Largo,,100,fast,', 'Presto,,100,80,9', 'Andante,,100,80,'),
    ).toEqual([
      [2, 'goal', '300'],
      [3, 'tempo', 'fast'],
      [4, 'urgency', '9'],
    ])
    expect(
      faultsIn(head, 'Gigue,"two', 'lines",120,80,', 'Gigue,two lines,120,70,', 'Gigue,A,130,70,'),
    ).toEqual([
      [4, 'twice', 'two lines'],
      [5, 'goal-differs', '130'],
    ])
    expect(faultsIn(head, 'Gigue,,120,80,', 'Gigue,A,120,80,', `Gigue,${'y'.repeat(26)},120,80,`)).toEqual([
      [2, 'section-missing', 'Gigue'],
      [4, 'section-too-long', 'y'.repeat(26)],
    ])
  })

  test('[EX7] is refused with the reason if it is none', () => {
    expect(readPieceList('')).toEqual({ kind: 'fault', fault: 'empty' })
    expect(readPieceList('\n\n')).toEqual({ kind: 'fault', fault: 'empty' })
    expect(readPieceList('date,amount\n1,2')).toEqual({ kind: 'fault', fault: 'no-names' })
    expect(readPieceList('name,goal')).toEqual({ kind: 'fault', fault: 'nothing-in-it' })
    const long = `name,goal,tempo\n${'Gigue,120,80\n'.repeat(5001)}`
    expect(readPieceList(long)).toEqual({ kind: 'fault', fault: 'too-many-lines' })
    expect(readPieceList(`name,${'x,'.repeat(100)}\nGigue`)).toEqual({
      kind: 'fault',
      fault: 'too-many-columns',
    })
  })

  test('[EX7] may name its separator in a first line, and have empty columns without end', () => {
    expect(read('sep=;', 'name;goal;tempo', 'Gigue;120;80').pieces).toMatchObject([
      { line: 3, name: 'Gigue' },
    ])
    expect(read('"sep=|"\rname|goal|tempo\rGigue|120|80').pieces).toHaveLength(1)
    expect(read(`name,goal,tempo${','.repeat(16_000)}`, 'Gigue,120,80').pieces).toHaveLength(1)
  })

  test('[EX7] names each line of a piece that one wrong value leaves out', () => {
    const head = 'name,section,goal,tempo,urgency'
    expect(faultsIn(head, 'Gigue,A,120,80,', 'Gigue,B,,80,9', 'Largo,,60,50,', 'Gigue,C,,80,3')).toEqual([
      [2, 'piece-left-out', 'A'],
      [3, 'urgency', '9'],
      [5, 'piece-left-out', 'C'],
    ])
  })

  test('[EX7] says where a quotation mark is never closed, and takes what stands before it', () => {
    const list = read('name,goal,tempo', 'Gigue,120,80', '"Largo,60,50', 'Presto,99,80')
    expect(list.pieces.map(({ name }) => name)).toEqual(['Gigue'])
    expect(list.faults).toMatchObject([{ where: { line: 3 }, code: 'quote-open' }])
  })

  test('[EX7] has at most 1000 sections for a piece', () => {
    const lines = Array.from({ length: 1002 }, (_, number) => `Partita,No. ${number},120,80`)
    const list = read('name,section,goal,tempo', ...lines)
    expect(list.pieces[0]?.sections).toHaveLength(1000)
    expect(list.faults).toMatchObject([
      { where: { line: 1002 }, code: 'too-many-sections', found: 'No. 1000' },
      { where: { line: 1003 }, code: 'too-many-sections' },
    ])
  })

  test('[EX7] never makes the reader throw, whatever it contains', () => {
    const piece = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', '=', "'", '1', 'ö'),
    })
    const neverThrows = (property: fc.IProperty<[string]>) => expect(() => fc.assert(property)).not.toThrow()
    neverThrows(
      fc.property(piece, text => ['list', 'fault'].includes(readPieceList(`name,goal,tempo\n${text}`).kind)),
    )
    neverThrows(fc.property(piece, text => ['list', 'fault'].includes(readPieceList(text).kind)))
  })

  test('[EX4][EX7] a table is read as it was written', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'b c', '"', ',', ';', '\n', '=', "'", '-', '1') })
      .map(text => text.trim())
    const row = fc
      .array(cell, { minLength: 2, maxLength: 5 })
      .filter(cells => cells.some(cell => cell !== ''))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), rows => {
        const head = formatFormulaSafeCsvLine(['x', 'y', 'z', 'u', 'v', 'w'], ',')
        const read = [
          ...parseCsvRows(
            head +
              rows
                .map(cells => formatFormulaSafeCsvLine(cells.map(escapeNumberOrDateLikeText), ','))
                .join(''),
          ),
        ].slice(1)
        expect(read.map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })
})

describe('importing a list', () => {
  test('[EX7][EX9] sets the date and the hold of a new piece, and leaves those of a piece that is there', () => {
    const head = 'name,goal,tempo,performance,on hold'
    const { steps } = planned([head, 'Gigue,120,80,2027-01-09,yes'])
    const changes = steps.map(({ intention }) => intention)
    expect(changes.map(({ kind }) => kind)).toEqual(['piece.create'])
    expect(changes[0]?.args).toMatchObject({ performOn: parseIsoDay('2027-01-09'), onHold: true })
  })

  const lines = ['name,section,goal,tempo', 'Partita,Allemande,96,60', 'Partita,Gigue,96,70', 'Largo,,60,50']

  test('[EX9] adds its pieces, and nothing the second time', () => {
    const plan = planned(lines)
    expect(plan.added).toEqual({ pieces: 2, sections: 2, practice: 0 })
    const library = applySteps(EMPTY_LIBRARY, plan.steps)
    const [partita] = undeletedPieces(library)
    expect(undeletedPartsOf(library, partita?.id ?? pieceId()).map(({ name }) => name)).toEqual([
      'Allemande',
      'Gigue',
    ])
    const again = planned(lines, library)
    expect(again.steps).toEqual([])
    expect(again.known).toEqual({ pieces: 2, sections: 2, practice: 0 })
  })

  test('[EX9] adds new sections to a piece that is there, but splits none that is practiced as a whole', () => {
    const library = aLibrary({
      pieces: [aPiece({ name: 'PARTITA' }), aPiece({ id: pieceId(2), name: 'Largo' })],
      parts: [aPart({ name: 'gigue', currentTempo: bpm(99) }), aPart({ id: partId(2), pieceId: pieceId(2) })],
    })
    const plan = planned(
      [...lines, 'Largo,Coda,60,50'].filter(line => line !== 'Largo,,60,50'),
      library,
    )
    expect(plan.added).toEqual({ pieces: 0, sections: 1, practice: 0 })
    expect(plan.faults).toMatchObject([{ where: { line: 4 }, code: 'whole-piece', found: 'Largo' }])
    const after = applySteps(library, plan.steps)
    expect(undeletedPartsOf(after, pieceId(1)).map(part => [part.name, part.currentTempo])).toEqual([
      ['gigue', 99],
      ['Allemande', 60],
    ])
  })

  test('[EX9] says what the Free plan has no room for, and takes as much as it has', () => {
    const five = ['A', 'B', 'C', 'D', 'E'].map(section => `Etude 1,${section},100,80`)
    const pieces = [2, 3, 4, 5, 6].map(number => `Etude ${number},,100,80`)
    const plan = planned(['name,section,goal,tempo', ...five, ...pieces], EMPTY_LIBRARY, null)
    expect(plan.added).toEqual({ pieces: 4, sections: 3, practice: 0 })
    expect(plan.refused).toEqual({ pieces: 2, sections: 2, practice: 0 })
    expect(plan.names.refused).toEqual(['Etude 5', 'Etude 6'])
  })
})
