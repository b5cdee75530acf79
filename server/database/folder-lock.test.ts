import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { processInstanceId } from './process-instance-id.ts'

let folder: string
let file: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dacapo lock '))
  file = join(folder, 'database.lock')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Another process that tries to take the lock and says how it went, then stays until it is killed. */
async function otherProcess(): Promise<{ child: ChildProcess; kind: string; kill: () => Promise<void> }> {
  const script = `
    import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))}
    console.log(lockFolder(${JSON.stringify(file)}).kind)
    setInterval(() => {}, 1000)`
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: [...stdio] })
  children.push(child)
  const kind = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', chunk => resolve(String(chunk).trim()))
    child.once('exit', code => reject(new Error(`ended with ${code}`)))
  })
  const kill = async () => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return { child, kind, kill }
}

const writeLock = (owner: object) => writeFileSync(file, JSON.stringify({ token: 'theirs', ...owner }))
const secondsAgo = (seconds: number) => utimesSync(file, new Date(), Date.now() / 1000 - seconds)

test('[DB3] a folder that another process holds is not given a second time, until that process is killed', async () => {
  const owner = await otherProcess()
  expect(owner.kind).toBe('locked')
  expect(lockFolder(file)).toEqual({ kind: 'held', by: `process ${owner.child.pid}` })
  await owner.kill()
  expect(lockFolder(file)).toMatchObject({ kind: 'locked' })
})

test('[DB3] the same process does not get it twice either; released, it is free and leaves nothing behind', () => {
  const first = lockFolder(file)
  expect(lockFolder(file)).toEqual({ kind: 'held', by: `process ${process.pid}` })
  if (first.kind === 'locked') first.lock.release()
  expect(readdirSync(folder)).toEqual([])
  const second = lockFolder(file)
  expect(second.kind).toBe('locked')
  // Released by somebody whose lock it is not: nothing happens.
  if (first.kind === 'locked') first.lock.release()
  expect(existsSync(file)).toBe(true)
  if (second.kind === 'locked') second.lock.release()
})

test('[DB3] a lock whose process number belongs to another process by now is taken over', () => {
  writeLock({ pid: process.pid, start: 'long before', host: hostname() })
  expect(lockFolder(file)).toMatchObject({ kind: 'locked' })
})

test('[DB3] a lock of another machine holds as long as it is kept alive', () => {
  writeLock({ pid: 1, start: 'there', host: 'elsewhere' })
  expect(lockFolder(file)).toEqual({ kind: 'held', by: 'process 1 on elsewhere' })
  secondsAgo(31)
  expect(lockFolder(file)).toMatchObject({ kind: 'locked' })
})

test('[DB3] half a lock is being written, or is what a power cut left of one', () => {
  writeFileSync(file, '')
  expect(lockFolder(file)).toEqual({ kind: 'held', by: 'another process' })
  secondsAgo(31)
  expect(lockFolder(file)).toMatchObject({ kind: 'locked' })
})

test('[DB3] of several processes that find a dead lock at once exactly one takes it over', async () => {
  writeLock({ pid: 999_999_999, start: 'never', host: hostname() })
  const kinds = (await Promise.all(Array.from({ length: 6 }, otherProcess))).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['held', 'held', 'held', 'held', 'held', 'locked'])
  expect(readdirSync(folder)).toEqual(['database.lock'])
})

test('[DB3] a process is known by its start, not by its number alone', async () => {
  const owner = await otherProcess()
  const { pid = 0 } = owner.child
  expect(processInstanceId(process.pid)).toBe(processInstanceId(process.pid))
  expect(processInstanceId(pid)).not.toBe(null)
  const { start }: { start?: string } = JSON.parse(readFileSync(file, 'utf8'))
  expect(processInstanceId(pid)).toBe(start)
  await owner.kill()
  expect(processInstanceId(pid)).toBe(null)
})
