import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if this process may mount a disk. Only root may. */
export const canMountSmallDisk = spawnSync('unshare', ['--mount', 'true']).status === 0

/** A real file system with little space, in memory. */
export type SmallDisk = {
  folder: string
  /** Writes a file until no more than `left` bytes are free. */
  fill(left?: number): void
  makeRoom(): void
  unmount(): void
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (left = 0) => fill(filler, () => freeBytes(folder) - left),
    makeRoom: () => rmSync(filler),
    unmount() {
      // Lazily, because a process that was just killed may still be closing its files.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function fill(path: string, missing: () => number): void {
  const file = openSync(path, 'w')
  for (const size of [2 ** 20, 4096, 1]) {
    const bytes = Buffer.alloc(size)
    try {
      while (missing() >= size) writeSync(file, bytes)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(file)
}
