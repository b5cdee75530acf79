import * as z from 'zod/mini'
import { CHANGE_VERSION } from './change-version.ts'
import type { Timestamp } from './day.ts'
import {
  faultOfPartName,
  faultOfPieceName,
  MOST_BARS,
  MOST_BEATS,
  MOST_SUBDIVISION,
  parseImportance,
  parsePartId,
  parsePieceId,
  parsePracticeId,
  tidiedName,
  UUID,
  type ClickSettings,
  type Importance,
  type PartId,
  type PieceId,
  type PracticeId,
} from './piece.ts'
import { parseBpm, parseGoal, type Bpm } from './tempo.ts'
import { timestampSchema } from './timestamp-schema.ts'

declare const changeId: unique symbol
/** A UUID made on the device; a change with a known id is applied once, however often it is sent. */
export type ChangeId = string & { readonly [changeId]: true }

export type NewPart = { readonly id: PartId; readonly name: string | null; readonly currentTempo: Bpm }

/** Everything a user can do to a library, as one intention each, with only the fields that change. */
export type Intention =
  | {
      kind: 'piece.create'
      args: { id: PieceId; name: string; importance: Importance; endTempo: Bpm; parts: readonly NewPart[] }
    }
  | {
      kind: 'piece.patch'
      args: {
        id: PieceId
        name?: string
        importance?: Importance
        endTempo?: Bpm
        click?: ClickSettings | null
      }
    }
  | { kind: 'piece.delete'; args: { id: PieceId } }
  | { kind: 'part.add'; args: { id: PartId; pieceId: PieceId; name: string; currentTempo: Bpm } }
  | { kind: 'part.patch'; args: { id: PartId; name?: string; currentTempo?: Bpm } }
  | { kind: 'part.delete'; args: { id: PartId } }
  | { kind: 'practice.add'; args: { id: PracticeId; pieceId: PieceId; partId: PartId; tempo: Bpm } }
  | {
      kind: 'practice.retract'
      /** What the part returns to, unless something newer was written. */
      args: { id: PracticeId; currentTempo: Bpm; lastPracticed: Timestamp | null }
    }

export type ChangeKind = Intention['kind']

/** An intention with its identity and its edit stamp: corrected milliseconds, see merge.ts. */
export type Change = Intention & {
  readonly id: ChangeId
  readonly at: Timestamp
  readonly v: number
  /**
   * Imported: `at` is when it was done, by the server's clock already, so no difference of clocks is taken off and no
   * newer edit raises it (rule ME9).
   */
  readonly original?: true
}

/** An intention, and when it was carried out for the first time; null when that is now. */
export type PastIntention = { readonly intention: Intention; readonly at: Timestamp | null }

export type ParsedChange =
  | { kind: 'change'; change: Change }
  | { kind: 'refused'; code: 'invalid' | 'unknown-kind' }

/**
 * One change from outside: its envelope, its kind, its arguments; unknown keys in the arguments are refused
 * (rules CH1-CH4). The tempo range of part.add, part.patch and piece.create is 40-208; a part.patch may carry a
 * reached tempo up to 228 only where it is the stored one, which applyChange decides.
 */
export function parseChange(input: unknown): ParsedChange {
  const envelope = envelopeSchema.safeParse(input)
  if (!envelope.success) return { kind: 'refused', code: 'invalid' }
  const { id, kind, args, at, v, original } = envelope.data
  if (!isKind(kind)) return { kind: 'refused', code: 'unknown-kind' }
  const parsed = argumentSchemas[kind].safeParse(args)
  if (!parsed.success) return { kind: 'refused', code: 'invalid' }
  // The pair of kind and args comes from one table, which the compiler cannot follow.
  return {
    kind: 'change',
    change: {
      id,
      kind,
      args: parsed.data,
      at,
      v,
      ...(original && { original }),
    } as unknown as Change,
  }
}

const isKind = (kind: string): kind is ChangeKind => Object.hasOwn(argumentSchemas, kind)

/** Whatever a parser of core takes: the rule itself stands there and nowhere else. */
const takenBy = (parse: (input: unknown) => unknown) =>
  z.unknown().check(z.refine(input => parse(input) !== null))

const pieceIdSchema = takenBy(parsePieceId)
const partIdSchema = takenBy(parsePartId)
const practiceIdSchema = takenBy(parsePracticeId)
const goalSchema = takenBy(parseGoal)
const tempoSchema = takenBy(parseBpm)
const importanceSchema = takenBy(parseImportance)
const nameSchema = (faultOf: (name: string) => unknown) =>
  z.pipe(
    z.string().check(
      z.maxLength(200),
      z.refine(name => faultOf(name) === null),
    ),
    z.transform(tidiedName),
  )
const pieceNameSchema = nameSchema(faultOfPieceName)
const partNameSchema = nameSchema(faultOfPartName)
const notEmpty = (fields: object) => Object.values(fields).filter(value => value !== undefined).length > 1

const clickSchema = z.strictObject({
  beats: z.optional(z.int().check(z.gte(1), z.lte(MOST_BEATS))),
  accent: z.optional(z.boolean()),
  subdivision: z.optional(z.int().check(z.gte(1), z.lte(MOST_SUBDIVISION))),
  countIn: z.optional(z.boolean()),
  play: z.optional(z.int().check(z.gte(1), z.lte(MOST_BARS))),
  rest: z.optional(z.int().check(z.gte(0), z.lte(MOST_BARS))),
})

const envelopeSchema = z.strictObject({
  id: z.string().check(z.regex(UUID)),
  kind: z.string().check(z.maxLength(64)),
  args: z.unknown(),
  at: timestampSchema,
  v: z.literal(CHANGE_VERSION),
  original: z.optional(z.literal(true)),
})

/** The arguments of each kind. */
const argumentSchemas = {
  'piece.create': z.strictObject({
    id: pieceIdSchema,
    name: pieceNameSchema,
    importance: importanceSchema,
    endTempo: goalSchema,
    parts: z
      .array(z.strictObject({ id: partIdSchema, name: z.nullable(partNameSchema), currentTempo: goalSchema }))
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.refine(parts => new Set(parts.map(part => part.id)).size === parts.length),
        // Only a piece practiced as a whole has a part without a name (spec 3).
        z.refine(parts => parts.length === 1 || parts.every(part => part.name !== null)),
      ),
  }),
  'piece.patch': z
    .strictObject({
      id: pieceIdSchema,
      name: z.optional(pieceNameSchema),
      importance: z.optional(importanceSchema),
      endTempo: z.optional(goalSchema),
      click: z.optional(z.nullable(clickSchema)),
    })
    .check(z.refine(notEmpty)),
  'piece.delete': z.strictObject({ id: pieceIdSchema }),
  'part.add': z.strictObject({
    id: partIdSchema,
    pieceId: pieceIdSchema,
    name: partNameSchema,
    currentTempo: goalSchema,
  }),
  'part.patch': z
    .strictObject({
      id: partIdSchema,
      name: z.optional(partNameSchema),
      currentTempo: z.optional(tempoSchema),
    })
    .check(z.refine(notEmpty)),
  'part.delete': z.strictObject({ id: partIdSchema }),
  'practice.add': z.strictObject({
    id: practiceIdSchema,
    pieceId: pieceIdSchema,
    partId: partIdSchema,
    tempo: tempoSchema,
  }),
  'practice.retract': z.strictObject({
    id: practiceIdSchema,
    currentTempo: tempoSchema,
    lastPracticed: z.nullable(timestampSchema),
  }),
} satisfies Record<ChangeKind, z.ZodMiniType>
