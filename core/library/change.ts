import * as z from 'zod/mini'
import { fieldSchema, buildOptionalFieldSchemas, patchSchemasOf, timestampSchema } from './field-schemas.ts'
import { boundedListSchema } from '#core/protocol/operation.ts'
import type { Timestamp } from './day.ts'
import { ENTRY_FIELDS, PART_FIELDS, PIECE_FIELDS } from './fields.ts'
import {
  parsePartId,
  parsePieceId,
  parsePracticeEntryId,
  UUID_PATTERN,
  type PartFields,
  type PartId,
  type PieceFields,
  type PieceId,
  type PracticeDetails,
  type PracticeEntryId,
} from './piece.ts'
import { MAX_GOAL_BPM, type Bpm } from '#core/music/tempo.ts'

declare const changeId: unique symbol
/** A UUID generated on the device. The server uses it to recognize a change that is sent again. */
export type ChangeId = string & { readonly [changeId]: true }

type NewPart = { readonly id: PartId; readonly name: string | null; readonly currentTempo: Bpm }

export type Intention =
  | {
      kind: 'piece.create'
      args: { id: PieceId; parts: readonly NewPart[] } & Pick<
        PieceFields,
        'name' | 'importance' | 'endTempo'
      > &
        Partial<PieceFields>
    }
  | { kind: 'piece.patch'; args: { id: PieceId } & Partial<PieceFields> }
  | { kind: 'piece.delete'; args: { id: PieceId } }
  | { kind: 'piece.restore'; args: { id: PieceId } }
  | { kind: 'part.add'; args: { id: PartId; pieceId: PieceId; name: string; currentTempo: Bpm } }
  | {
      kind: 'part.patch'
      args: { id: PartId } & Partial<Pick<PartFields, 'currentTempo' | 'position'>> & { name?: string }
    }
  | { kind: 'part.delete'; args: { id: PartId } }
  | { kind: 'part.restore'; args: { id: PartId; pieceId: PieceId } }
  | {
      kind: 'practice.add'
      args: { id: PracticeEntryId; pieceId: PieceId; partId: PartId; tempo: Bpm } & Partial<PracticeDetails>
    }
  | {
      kind: 'practice.retract'
      /** The part gets `currentTempo` and `lastPracticed` back, unless they changed after entry `id`. */
      args: { id: PracticeEntryId; currentTempo: Bpm; lastPracticed: Timestamp | null }
    }

export type ChangeKind = Intention['kind']

/** `at` is the time of the edit in ms of the server's clock, as far as the device knows it. */
export type Change = Intention & {
  readonly id: ChangeId
  readonly at: Timestamp
  /** Set if an import or undo re-creates something at its old time, which needs no clock correction. */
  readonly original?: true
}

/** `at` is the original time if an import or an undo re-creates something; null for the present time. */
export type IntentionWithOriginalTime = { readonly intention: Intention; readonly at: Timestamp | null }

export type ParseChangeResult =
  | { kind: 'change'; change: Change }
  | { kind: 'rejected'; code: 'invalid' | 'unknown-kind' }

export function parseChange(input: unknown): ParseChangeResult {
  const envelope = changeEnvelopeSchema.safeParse(input)
  if (!envelope.success) return { kind: 'rejected', code: 'invalid' }
  const { id, kind, args, at, original } = envelope.data
  if (!isKind(kind)) return { kind: 'rejected', code: 'unknown-kind' }
  const parsed = changeArgumentSchemas[kind].safeParse(args)
  if (!parsed.success) return { kind: 'rejected', code: 'invalid' }
  // The pair of kind and args comes from one table, which the compiler cannot follow.
  return {
    kind: 'change',
    change: {
      id,
      kind,
      args: parsed.data,
      at,
      ...(original && { original }),
    } as unknown as Change,
  }
}

const isKind = (kind: string): kind is ChangeKind => Object.hasOwn(changeArgumentSchemas, kind)

const takenBy = (parse: (input: unknown) => unknown) =>
  z.unknown().check(z.refine(input => parse(input) !== null))

const pieceIdSchema = takenBy(parsePieceId)
const partIdSchema = takenBy(parsePartId)
const practiceIdSchema = takenBy(parsePracticeEntryId)
const tempoSchema = fieldSchema(ENTRY_FIELDS.tempo)
const { isNullable: _, ...SECTION_NAME } = PART_FIELDS.name
const sectionNameSchema = fieldSchema(SECTION_NAME)
const firstTempoSchema = fieldSchema({ ...PART_FIELDS.currentTempo, most: MAX_GOAL_BPM })
const notEmpty = (fields: object) => Object.values(fields).filter(value => value !== undefined).length > 1

export const changeEnvelopeSchema = z.strictObject({
  id: z.string().check(z.regex(UUID_PATTERN)),
  kind: z.string().check(z.maxLength(64)),
  args: z.unknown(),
  at: timestampSchema,
  original: z.optional(z.literal(true)),
})

export const MAX_NEW_PARTS = 200

export const changeArgumentSchemas = {
  'piece.create': z.strictObject({
    id: pieceIdSchema,
    ...buildOptionalFieldSchemas(PIECE_FIELDS),
    name: fieldSchema(PIECE_FIELDS.name),
    importance: fieldSchema(PIECE_FIELDS.importance),
    endTempo: fieldSchema(PIECE_FIELDS.endTempo),
    parts: boundedListSchema(
      z.strictObject({
        id: partIdSchema,
        name: fieldSchema(PART_FIELDS.name),
        currentTempo: firstTempoSchema,
      }),
      1,
      MAX_NEW_PARTS,
    ).check(
      z.refine(parts => new Set(parts.map(part => part.id)).size === parts.length),
      // Only a piece practiced as a whole has a part without a name (spec 3).
      z.refine(parts => parts.length === 1 || parts.every(part => part.name !== null)),
    ),
  }),
  'piece.patch': z
    .strictObject({ id: pieceIdSchema, ...patchSchemasOf(PIECE_FIELDS) })
    .check(z.refine(notEmpty)),
  'piece.delete': z.strictObject({ id: pieceIdSchema }),
  'piece.restore': z.strictObject({ id: pieceIdSchema }),
  'part.add': z.strictObject({
    id: partIdSchema,
    pieceId: pieceIdSchema,
    name: sectionNameSchema,
    currentTempo: firstTempoSchema,
  }),
  'part.patch': z
    .strictObject({ id: partIdSchema, ...patchSchemasOf(PART_FIELDS), name: z.optional(sectionNameSchema) })
    .check(z.refine(notEmpty)),
  'part.delete': z.strictObject({ id: partIdSchema }),
  'part.restore': z.strictObject({ id: partIdSchema, pieceId: pieceIdSchema }),
  'practice.add': z.strictObject({
    id: practiceIdSchema,
    pieceId: pieceIdSchema,
    partId: partIdSchema,
    tempo: tempoSchema,
    ...buildOptionalFieldSchemas(ENTRY_FIELDS),
    // Whether it can be the entry's day is checked later; a wrong day is no reason to reject (rule LI7).
    day: z.optional(z.nullable(z.int())),
  }),
  'practice.retract': z.strictObject({
    id: practiceIdSchema,
    currentTempo: tempoSchema,
    lastPracticed: z.nullable(timestampSchema),
  }),
} satisfies Record<ChangeKind, z.ZodMiniType>
