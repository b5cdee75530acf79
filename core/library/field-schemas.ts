import * as z from 'zod/mini'
import { MAX_DAY, MAX_TIMESTAMP } from './day.ts'
import type { AnyFieldSpecs, FieldSpec } from './fields.ts'
import {
  MAX_BEATS_PER_BAR,
  MAX_CLICKS_PER_BEAT,
  MAX_SOUNDING_OR_SILENT_BARS,
  findNameFault,
  normalizeName,
  UUID_PATTERN,
} from './piece.ts'

// The fields as schemas. They stand apart from the tables, so that the first load needs no schemas.

const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))

const clickSchema = z.strictObject({
  beats: z.optional(whole(1, MAX_BEATS_PER_BAR)),
  accent: z.optional(z.boolean()),
  subdivision: z.optional(whole(1, MAX_CLICKS_PER_BEAT)),
  countIn: z.optional(z.boolean()),
  play: z.optional(whole(1, MAX_SOUNDING_OR_SILENT_BARS)),
  rest: z.optional(whole(0, MAX_SOUNDING_OR_SILENT_BARS)),
})

export const timestampSchema = z.int().check(z.gte(0), z.lte(MAX_TIMESTAMP))

const WIRE_SCHEMAS = {
  text: z.string(),
  id: z.string(),
  uuid: z.string(),
  whole: z.int(),
  day: z.int(),
  time: timestampSchema,
  flag: z.boolean(),
  click: z.looseObject({}),
}

function wireSchema<Value>({ kind, isNullable }: FieldSpec<Value>) {
  const schema: z.ZodMiniType = WIRE_SCHEMAS[kind]
  return (isNullable ? z.nullable(schema) : schema) as z.ZodMiniType<Value>
}

export const createLenientWireSchemas = <Values>(fields: {
  readonly [Name in keyof Values]: FieldSpec<Values[Name]>
}) =>
  Object.fromEntries(
    Object.entries(fields as AnyFieldSpecs).map(([name, field]) => [name, wireSchema(field)]),
  ) as { readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]> }

export function fieldSchema<Value>(field: FieldSpec<Value>): z.ZodMiniType<Value> {
  const schema = valueSchema(field)
  return (field.isNullable ? z.nullable(schema) : schema) as z.ZodMiniType<Value>
}

function valueSchema({ kind, least = 0, most = Infinity }: FieldSpec<unknown>): z.ZodMiniType {
  switch (kind) {
    case 'text':
      return z.pipe(
        z.string().check(
          // Refuses a huge text before it is normalized. Extra blanks aside, a valid one has at most 4 * most units.
          z.maxLength(8 * most, { abort: true }),
          z.refine(text => findNameFault(text, least, most) === null),
        ),
        z.transform(text => normalizeName(text, most)),
      )
    case 'uuid':
      return z.string().check(z.regex(UUID_PATTERN))
    case 'whole':
      return whole(least, most)
    case 'day':
      return whole(least, MAX_DAY)
    case 'click':
      return clickSchema
    case 'id':
    case 'time':
    case 'flag':
      return WIRE_SCHEMAS[kind]
  }
}

export const buildOptionalFieldSchemas = (fields: AnyFieldSpecs): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { initial }]) => initial !== undefined)
      .map(([name, field]) => [name, z.optional(fieldSchema(field))]),
  )

export const patchSchemasOf = (fields: AnyFieldSpecs): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { isEditable }]) => isEditable)
      .map(([name, field]) => [name, z.optional(fieldSchema(field))]),
  )

export const createFileSchemas = <Values>(fields: {
  readonly [Name in keyof Values]: FieldSpec<Values[Name]>
}) =>
  Object.fromEntries(
    Object.entries(fields as AnyFieldSpecs).map(([name, field]) => [
      name,
      field.initial === undefined ? wireSchema(field) : z._default(wireSchema(field), field.initial),
    ]),
  ) as { readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]> }
