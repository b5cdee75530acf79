import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'
import { createLogger } from './log.ts'
import { deleteOldLogFiles, startLogCleanup, createLogFileStream } from './log-files.ts'

test('[LG5] the log is one file per day, readable for its owner only', () => {
  const folder = join(createTemporaryFolder(), 'logs')
  let now = Date.parse('2026-11-20T23:59:59.999Z')
  const log = createLogger(
    'info',
    createLogFileStream(folder, () => now),
  )
  log.info('before midnight')
  log.info('still before')
  now += 1
  log.info('after midnight')
  expect(readdirSync(folder).sort()).toEqual(['2026-11-20.jsonl', '2026-11-21.jsonl'])
  expect(linesOf(folder, '2026-11-20.jsonl')).toEqual(['before midnight', 'still before'])
  expect(linesOf(folder, '2026-11-21.jsonl')).toEqual(['after midnight'])
  expect(statSync(join(folder, '2026-11-20.jsonl')).mode & 0o077).toBe(0)
})

test('[LG5] a server that starts again goes on in the file of the day', () => {
  const folder = createTemporaryFolder()
  for (const words of ['first', 'second'])
    createLogger(
      'info',
      createLogFileStream(folder, () => 0),
    ).info(words)
  expect(linesOf(folder, '1970-01-01.jsonl')).toEqual(['first', 'second'])
})

test('[LG5] files are deleted when their day lies more than 30 days back, and no other file is', () => {
  const folder = createTemporaryFolder()
  const others = ['notes.txt', '2020-01-01.jsonl.gz', '2020-01-01.txt']
  const days = ['2025-10-21', '2026-10-20', '2026-10-21', '2026-10-22', '2026-11-20', '2026-11-21']
  for (const name of [...others, ...days.map(day => `${day}.jsonl`)]) writeFileSync(join(folder, name), '')
  const left = () => readdirSync(folder).filter(name => name.endsWith('.jsonl'))

  deleteOldLogFiles(folder, Date.parse('2026-11-20T00:00:00.000Z'))
  expect(left()).toEqual(days.slice(2).map(day => `${day}.jsonl`))
  deleteOldLogFiles(folder, Date.parse('2026-11-20T23:59:59.999Z'))
  expect(left()).toEqual(days.slice(2).map(day => `${day}.jsonl`))
  deleteOldLogFiles(folder, Date.parse('2026-11-21T00:00:00.000Z'))
  expect(left()).toEqual(days.slice(3).map(day => `${day}.jsonl`))
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others))
})

test('[LG5] it is done at the start and every hour, until the server ends', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
  const folder = createTemporaryFolder()
  const old = () => writeFileSync(join(folder, '2026-01-01.jsonl'), '')
  old()
  const cleaning = startLogCleanup(folder, Date.now, () => {})
  expect(readdirSync(folder)).toEqual([])
  old()
  vi.advanceTimersByTime(3_599_999)
  expect(readdirSync(folder)).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readdirSync(folder)).toEqual([])
  cleaning.stop()
  old()
  vi.advanceTimersByTime(7_200_000)
  expect(readdirSync(folder)).toHaveLength(1)
  vi.useRealTimers()
})

const linesOf = (folder: string, name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { msg: string }).msg)
