import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { aUser } from '#tests/sync/library-server.ts'
import { checkBackup } from './read-backup.ts'
import { backupSchemaFault } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'dacapo-read-backup-'))
let bytes: Buffer
let text: string
beforeAll(async () => {
  const database = await openMemoryDatabase()
  await aUser({ database })
  await aUser({ database })
  await writeBackup(database, join(folder, 'whole'))
  await database.close()
  bytes = readFileSync(join(folder, 'whole'))
  text = gunzipSync(bytes).toString()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a check says of a file with these bytes. */
async function check(content: Buffer | string) {
  const file = join(folder, 'file')
  writeFileSync(file, typeof content === 'string' ? gzipSync(content) : content)
  const checked = await checkBackup(file)
  return checked.kind === 'sound' ? 'sound' : checked.reason
}

test('[BR3] a file that is cut off anywhere, or of which a byte is wrong, is no backup', async () => {
  expect(await check(bytes)).toBe('sound')
  expect(await check(text)).toBe('sound')
  for (const part of [0, 0.01, 0.5, 0.99])
    expect(await check(bytes.subarray(0, Math.floor(part * bytes.length)))).not.toBe('sound')
  for (const place of [0, 20, bytes.length >> 1, bytes.length - 3]) {
    const damaged = Buffer.from(bytes)
    damaged[place] = (damaged[place] ?? 0) ^ 0b100
    expect(await check(damaged)).not.toBe('sound')
  }
  const lines = text.split('\n')
  expect(await check(`${lines.slice(0, -2).join('\n')}\n`)).toBe('it ends before its end was written')
  expect(await check(text.slice(0, -1))).toBe('its last line is cut off')
  expect(await check(`${text}{}\n`)).toBe('it goes on after its end')
  expect(await check(text.replace('@example.org', '@example.com'))).toBe('its checksum is wrong')
  expect(await check(text.replace('"user":2', '"user":3'))).toBe('the table user has not all of its rows')
  expect(await check('{"name":"dacapo"}\n')).toBe('it does not begin as a backup of Dacapo does')
  expect(await check(Buffer.from('select 1;'))).toBe('it is no gzip file, or damaged')
  expect(await checkBackup(join(folder, 'nowhere'))).toEqual({ kind: 'damaged', reason: 'it does not exist' })
})

test('[BR4] a backup of a newer format or schema is refused with the version that can restore it', async () => {
  expect(await check(text.replace('"dacapoBackup":1', '"dacapoBackup":2'))).toContain('use a newer version')
  const checked = await checkBackup(join(folder, 'whole'))
  if (checked.kind === 'damaged') throw new Error(checked.reason)
  const { header } = checked
  expect(backupSchemaFault(header)).toBeNull()
  const newer = { ...header, productVersion: '9.1.0', migrations: [...header.migrations, '9999-later'] }
  expect(backupSchemaFault(newer)).toContain('made by Dacapo 9.1.0 with a newer database (9999-later)')
  expect(backupSchemaFault({ ...header, migrations: header.migrations.toReversed() })).not.toBeNull()
})
