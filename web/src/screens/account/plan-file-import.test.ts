import { expect, test } from 'vitest'
import { EMPTY_LIBRARY } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { exportLibrary } from '#tests/library/import-trip.ts'
import { aLibrary, aPart, aPiece, aPractice, partId, practiceId } from '#tests/library/builders.ts'
import { planFileImport } from './plan-file-import.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (content: string | Uint8Array, role: StripeRoleOrUnknown = 'pro') =>
  planFileImport(typeof content === 'string' ? utf8(content) : content, EMPTY_LIBRARY, role)
function planned(content: string | Uint8Array, role?: StripeRoleOrUnknown) {
  const answer = read(content, role)
  if (answer.kind === 'fault') throw new Error(answer.fault)
  return answer.plan
}
const faultOf = (content: string | Uint8Array) => {
  const answer = read(content)
  return answer.kind === 'fault' ? answer.fault : answer.plan.faults.map(({ code }) => code)
}

const HEAD = 'name,section,goal,tempo\n'
/** A file whose letter at `#` is replaced by a byte that is no letter of UTF-8. */
const spoiled = (text: string) => utf8(text).map(byte => (byte === 0x23 ? 0xff : byte))
/** Text without letters beyond U+00FF, as older spreadsheets write it. */
const latin1 = (text: string) => Uint8Array.from(text, sign => sign.codePointAt(0) ?? 0)
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text, sign => sign.codePointAt(0) ?? 0).buffer)

test('[EX7] letters are read in UTF-8, and in Windows-1252 only where the file has it', () => {
  const table = `${HEAD}Prélude,Größer,120,80`
  const names = ['Prélude']
  expect(planned(table).names.added).toEqual(names)
  expect(planned(`\uFEFF${table}`).names.added).toEqual(names)
  expect(planned(utf16(`\uFEFF${table}`)).names.added).toEqual(names)
  expect(planned(latin1(table)).names.added).toEqual(names)
})

test('[EX7] one wrong byte spoils its own line of a table, whose letters are never guessed', () => {
  const table = `${HEAD}Prélude,,120,80\nEtude no. #,,120,80\nFür Elise,,120,80`
  for (const text of [table, `\uFEFF${table}`])
    expect(planned(spoiled(text))).toMatchObject({
      names: { added: ['Prélude', 'Für Elise'] },
      faults: [{ where: { line: 3 }, code: 'letters', found: 'Etude no. \uFFFD' }],
    })
  // 0x81 is no letter of Windows-1252 either.
  expect(faultOf(latin1(`${HEAD}Pr\u0081lude,,120,80`))).toEqual(['letters'])
})

test('[EX7] one wrong byte in a backup spoils no more than its letter', () => {
  const library = aLibrary({
    pieces: [aPiece({ name: 'Prélude #' })],
    parts: [aPart()],
    practice: [aPractice()],
  })
  expect(planned(spoiled(JSON.stringify(exportLibrary(library))))).toMatchObject({
    added: { pieces: 1, practice: 1 },
    names: { added: ['Prélude \uFFFD'] },
  })
})

test('[EX7] a spreadsheet or an archive is not taken for a table', () => {
  expect(faultOf('PK\u0003\u0004rest')).toBe('spreadsheet')
  expect(faultOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toBe('spreadsheet')
  expect(faultOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0))).toBe('unreadable')
})

test('[EX7] the practice of a section that cannot be read is told as such, whatever the plan', () => {
  const sections = [aPart({ name: 'A' }), aPart({ id: partId(2), name: 'B' })]
  const practice = sections.map(({ id: partId }, index) => aPractice({ id: practiceId(index + 1), partId }))
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts: sections, practice }))
  const [a, b] = file.parts
  for (const wrong of [
    { ...b, currentTempo: 999 },
    { ...b, currentTempo: null },
  ])
    for (const role of ['pro', null] as const)
      expect(planned(JSON.stringify({ ...file, parts: [a, wrong] }), role)).toMatchObject({
        added: { pieces: 1, sections: 1, practice: 1 },
        refused: { pieces: 0, sections: 0, practice: 0 },
        faults: [
          { where: { list: 'parts', number: 2 } },
          { where: { list: 'practice', number: 2 }, code: 'section-unknown' },
        ],
      })
  const none = planned(JSON.stringify({ ...file, parts: [{ ...a, currentTempo: 999 }] }))
  expect(none.faults.map(({ code }) => code)).toEqual(['tempo', 'section-unknown', 'section-unknown'])
})

test('[HT44] a file of whatever size and form is read or refused, and nobody waits for it for ever', () => {
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts: [aPart()], practice: [aPractice()] }))
  const [entry] = file.practice
  const json = (rows: object) => JSON.stringify({ ...file, ...rows })
  const sections = Array.from({ length: 20_000 }, (_, number) => ({
    ...file.parts[0],
    id: String(number).padStart(21, 'p'),
    name: `No. ${number}`,
  }))
  const strays = Array.from({ length: 150_000 }, (_, number) => ({
    ...entry,
    id: practiceId(number),
    pieceId: practiceId(number),
  }))
  const long = (text: string, megabytes: number) => text.repeat((megabytes * 1e6) / text.length)
  expect({
    'one line': faultOf(long('a', 9)),
    'columns without names': faultOf(`name${long(',', 0.5)}\nGigue`),
    'columns with names': faultOf(`name${long(',a', 0.5)}`),
    'quotes in the first line': faultOf(long('"', 2)),
    'a quote never closed': faultOf(`${HEAD}"${long('x,\n', 2.1)}`),
    'empty lines': faultOf(HEAD + long('\n', 1)),
    '200,000 lines': faultOf(HEAD + long('Gigue,A,120,80\n', 3)),
    'a long name': faultOf(`${HEAD}${long('x', 2)},,120,80`),
    apostrophes: faultOf(`${HEAD}${long("'", 1)},,120,80`),
    'one piece of thousands of sections': faultOf(
      HEAD +
        sections
          .slice(0, 5000)
          .map(({ name }) => `Partita,${name},120,80`)
          .join('\n'),
    ).length,
    'deep JSON': faultOf(long('[', 2)),
    'a million wrong rows': faultOf(`{"format":"dacapo-export","version":1,"pieces":[${long('1,', 2)}1]}`),
    'a piece of 20,000 sections': faultOf(json({ parts: sections })).length,
    '150,000 entries of unknown pieces': faultOf(json({ practice: strays })).length,
  }).toEqual({
    'one line': 'no-names',
    'columns without names': ['goal'],
    'columns with names': 'too-many-columns',
    'quotes in the first line': 'no-names',
    'a quote never closed': ['quote-open'],
    'empty lines': 'nothing-in-it',
    '200,000 lines': 'too-many-lines',
    'a long name': ['name-too-long'],
    apostrophes: ['name-too-long'],
    'one piece of thousands of sections': 4000,
    'deep JSON': 'unreadable',
    'a million wrong rows': 'too-many-entries',
    'a piece of 20,000 sections': 19_001,
    '150,000 entries of unknown pieces': 150_000,
  })
})
