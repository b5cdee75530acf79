import { expect, test } from 'vitest'
import { EMPTY_LIBRARY } from '#core/library/library.ts'
import { exportLibrary } from '#tests/library/import-round-trip.ts'
import { aLibrary, aPart, aPiece, aPractice } from '#tests/library/builders.ts'
import { planImportFromBytes } from './plan-file-import.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (content: string | Uint8Array) =>
  planImportFromBytes(typeof content === 'string' ? utf8(content) : content, EMPTY_LIBRARY, 'pro')
function planned(content: string | Uint8Array) {
  const answer = read(content)
  if (answer.kind === 'fault') throw new Error(answer.fault)
  return answer.plan
}
const faultOf = (content: string | Uint8Array) => {
  const answer = read(content)
  return answer.kind === 'fault' ? answer.fault : answer.plan.faults.map(({ code }) => code)
}

const HEAD = 'name,section,goal,tempo\n'
/** Replaces `#` by a byte that is invalid in UTF-8. */
const withInvalidByte = (text: string) => utf8(text).map(byte => (byte === 0x23 ? 0xff : byte))
const latin1 = (text: string) => Uint8Array.from(text, character => character.codePointAt(0) ?? 0)
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text, character => character.codePointAt(0) ?? 0).buffer)

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
    expect(planned(withInvalidByte(text))).toMatchObject({
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
  expect(planned(withInvalidByte(JSON.stringify(exportLibrary(library))))).toMatchObject({
    added: { pieces: 1, practice: 1 },
    names: { added: ['Prélude \uFFFD'] },
  })
})

test('[EX7] a spreadsheet or an archive is not taken for a table', () => {
  expect(faultOf('PK\u0003\u0004rest')).toBe('spreadsheet')
  expect(faultOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toBe('spreadsheet')
  expect(faultOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0))).toBe('unreadable')
})

test('[HT44] a file of whatever size and form is read or refused, and nobody waits for it for ever', () => {
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts: [aPart()], practice: [aPractice()] }))
  const parts = Array.from({ length: 20_000 }, (_, number) => ({
    ...file.parts[0],
    id: String(number).padStart(21, 'p'),
    name: `No. ${number}`,
  }))
  const long = (text: string, megabytes: number) => text.repeat((megabytes * 1e6) / text.length)
  expect(faultOf(long('a', 9))).toBe('no-names')
  expect(faultOf(`name${long(',a', 0.5)}`)).toBe('too-many-columns')
  expect(faultOf(`${HEAD}"${long('x,\n', 2.1)}`)).toEqual(['quote-open'])
  expect(faultOf(HEAD + long('Gigue,A,120,80\n', 3))).toBe('too-many-lines')
  expect(faultOf(`${HEAD}${long("'", 1)},,120,80`)).toEqual(['name-too-long'])
  expect(faultOf(long('[', 2))).toBe('unreadable')
  expect(faultOf(JSON.stringify({ ...file, parts }))).toHaveLength(19_001)
})
