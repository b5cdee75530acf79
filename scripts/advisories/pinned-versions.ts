import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The name and version of a package that package-lock.json pins, and whether only development needs it. */
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

/**
 * Reads the pinned packages from the package-lock.json of `folder`. The keys of the result are paths such as
 * "node_modules/hono". Throws if the file is missing or invalid.
 */
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
