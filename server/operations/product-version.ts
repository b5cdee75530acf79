import { readFileSync } from 'node:fs'
import * as z from 'zod'

const file = new URL('../../package.json', import.meta.url)

/** Version of the product, read from package.json. */
export const PRODUCT_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version
