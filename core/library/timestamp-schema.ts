import * as z from 'zod/mini'
import { LAST_TIMESTAMP } from './day.ts'

/** Schema of a Timestamp. In a separate file so that day.ts does not load the schema library. */
export const timestampSchema = z.int().check(z.gte(0), z.lte(LAST_TIMESTAMP))
