import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A package as package-lock.json pins it. */
export type PinnedPackage = {
  readonly name: string
  readonly version: string
  readonly isForDevelopment: boolean
}

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().optional(), name: z.string().optional() }),
  ),
})

/** Reads the pinned packages from a package-lock.json, by path such as "node_modules/hono". */
export function readPinnedVersions(folder: string): ReadonlyMap<string, PinnedPackage> {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  return new Map(
    Object.entries(packages).flatMap(([path, { version, dev = false, name }]) => {
      if (path === '' || version === undefined) return []
      const folderName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [[path, { name: name ?? folderName, version, isForDevelopment: dev }] as const]
    }),
  )
}
