import { readFileSync } from 'node:fs'
import * as z from 'zod'

const file = new URL('../../package.json', import.meta.url)

/** The product's version from package.json. CHANGELOG.md explains its parts. */
export const PRODUCT_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version
