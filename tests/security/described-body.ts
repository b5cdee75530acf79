import { randomUUID } from 'node:crypto'
import * as z from 'zod'

/** As much of JSON Schema as the description of our interface uses. */
const Schema = z.looseObject({
  // What may also be null has a list of types.
  type: z
    .union([z.string(), z.array(z.string()).transform(types => types.find(type => type !== 'null'))])
    .optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})

/** A field of a request body, and how to create a body that is valid except for this field. */
export type BodyField = {
  /** As in `changes[].args.name`. */
  readonly name: string
  readonly kind: 'text' | 'list'
  readonly bodyWith: (value: unknown) => unknown
}

/** Returns all text and list fields of a body schema. A field without a type counts as text. */
export function listBodyFields(schema: unknown): readonly BodyField[] {
  return fieldsAt(Schema.parse(schema), '', value => value)
}

/** Creates a body with only the fields that a schema requires. */
export const minimalBodyFor = (schema: unknown): object => Object(sampleOf(Schema.parse(schema), ''))

type Described = z.infer<typeof Schema>

function fieldsAt(schema: Described, name: string, bodyWith: BodyField['bodyWith']): readonly BodyField[] {
  const choices = (schema.anyOf ?? schema.oneOf)?.map(choice => Schema.parse(choice))
  if (choices !== undefined)
    return choices.flatMap(choice => fieldsAt(choice, `${name}${kindOf(choice)}`, bodyWith))
  if (schema.type === 'object') {
    const whole = Object(sampleOf(schema, name))
    return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
      fieldsAt(Schema.parse(inner), name === '' ? key : `${name}.${key}`, value =>
        bodyWith({ ...whole, [key]: value }),
      ),
    )
  }
  if (schema.type === 'array')
    return [
      { name, kind: 'list', bodyWith },
      ...fieldsAt(Schema.parse(schema.items), `${name}[]`, value => bodyWith([value])),
    ]
  const mayBeText = schema.type === 'string' || schema.type === undefined
  return mayBeText ? [{ name, kind: 'text', bodyWith }] : []
}

/** Of several forms, which one: the kind of a change, the name of an event. */
function kindOf({ properties = {} }: Described): string {
  const kind = Schema.safeParse(properties['kind'] ?? properties['name']).data?.const
  return typeof kind === 'string' ? `(${kind})` : ''
}

function sampleOf(schema: Described, name: string): unknown {
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice !== undefined) return sampleOf(Schema.parse(choice), `${name}${kindOf(Schema.parse(choice))}`)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map(key => [
          key,
          sampleOf(Schema.parse(schema.properties?.[key]), `${name}.${key}`),
        ]),
      )
    case 'array':
      return schema.minItems === undefined ? [] : [sampleOf(Schema.parse(schema.items), `${name}[]`)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return sampleText(schema, name)
  }
}

/** What a text, or a value of which the schema says nothing, can be at that place. */
function sampleText({ pattern }: Described, name: string): unknown {
  if (/tempo$/i.test(name)) return 90
  if (name.endsWith('importance')) return 3
  if (/partId$|parts\[\]\.id$|\(part\.\w+\)\.args\.id$/.test(name)) return randomUUID().slice(0, 21)
  if (pattern?.includes('{8}-') === true || /id$/i.test(name)) return randomUUID()
  if (name.endsWith('email')) return `${randomUUID()}@example.org`
  return pattern?.startsWith('^\\/') === true ? '/practice' : 'text'
}
