import * as z from 'zod/mini'
import { LAST_TIMESTAMP } from './day.ts'

/** Schema of a Timestamp. In a file of its own so that day.ts needs no parser library. */
export const timestampSchema = z.int().check(z.gte(0), z.lte(LAST_TIMESTAMP))
