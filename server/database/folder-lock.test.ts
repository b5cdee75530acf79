import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canStartContainer, OTHER_CONTAINER } from '#tests/server/other-container.ts'
import { acquireLockFile, type FolderLock } from './data-folder.ts'

let folder: string
let file: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dacapo lock '))
  file = join(folder, 'database.lockfile')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function lockInOtherProcess(wrapper: readonly string[] = []) {
  const script = `
    import { acquireLockFile } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))}
    const result = acquireLockFile(${JSON.stringify(file)})
    console.log(result.kind)
    setInterval(() => result, 1000)`
  const [program, ...parameters] = [...wrapper, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
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

function acquiredLock(): FolderLock {
  const result = acquireLockFile(file)
  if (result.kind === 'held') throw new Error('held')
  return result.lock
}

test('[DB3] a folder that another process holds is not given a second time, until that process is killed', async () => {
  const owner = await lockInOtherProcess()
  expect(owner.kind).toBe('locked')
  expect(acquireLockFile(file)).toEqual({ kind: 'held' })
  owner.child.kill('SIGSTOP')
  expect(acquireLockFile(file)).toEqual({ kind: 'held' })
  await owner.kill()
  acquiredLock().release()
})

test.skipIf(!canStartContainer)('[DB3] it is held for processes in other containers, too', async () => {
  const owner = await lockInOtherProcess(OTHER_CONTAINER)
  expect(owner.kind).toBe('locked')
  expect((await lockInOtherProcess(OTHER_CONTAINER)).kind).toBe('held')
  expect(acquireLockFile(file)).toEqual({ kind: 'held' })
})
