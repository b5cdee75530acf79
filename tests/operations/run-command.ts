import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { QUICK_START_FLAGS } from '#tests/server/quick-start-flags.ts'

const FILE = join(import.meta.dirname, '../../server/operations/command.ts')

export const runCommand = (name: string, settings: Record<string, string>, ...parameters: string[]) =>
  new Promise<{ code: unknown; said: string }>(resolve => {
    const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...settings }
    const all = [...QUICK_START_FLAGS, FILE, name, ...parameters]
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })
