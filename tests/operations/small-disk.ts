import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const canMountSmallDisk = spawnSync('unshare', ['--mount', 'true']).status === 0

export type SmallDisk = {
  folder: string
  fill(bytesLeft?: number): void
  makeRoom(): void
  unmount(): void
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (bytesLeft = 0) => fill(filler, () => freeBytes(folder) - bytesLeft),
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

function fill(path: string, missingBytes: () => number): void {
  const file = openSync(path, 'w')
  for (const size of [2 ** 20, 4096, 1]) {
    const bytes = Buffer.alloc(size)
    try {
      while (missingBytes() >= size) writeSync(file, bytes)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(file)
}
