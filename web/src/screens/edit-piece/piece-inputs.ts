import * as z from 'zod/mini'
import { formatIsoDay, parsePerformanceDay } from '#core/library/day.ts'
import { normalizeName, pieceNameFault, type PieceFields, type Piece } from '#core/library/piece.ts'
import { importanceSchema } from '#web/kit/music/urgency-field.tsx'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'

export type PieceInputs = z.infer<typeof pieceInputsSchema>

export const pieceInputsSchema = z.object({
  name: z.string(),
  importance: importanceSchema,
  endTempo: z.string(),
  onHold: z.boolean(),
  /** The day of the performance as 'YYYY-MM-DD'; '' for none, or INCOMPLETE_DATE. */
  performOn: z.string(),
})

export type PieceInputName = keyof PieceInputs

/**
 * Value of the performance date field while its date is only partly typed. It replaces the typed part, which browsers
 * do not reveal (rule PF1).
 */
export const INCOMPLETE_DATE = 'incomplete'

type Input<Typed, Value> = {
  /** What the control holds for a stored piece. */
  readonly show: (piece: Piece) => Typed
  /** The value that is stored for an input; undefined if the input is invalid (rule EP1). */
  readonly read: (typed: Typed, piece: Piece) => Value | undefined
}

/** Parses the value of the performance date field: empty, or a complete date from 1970 on (rule PF1). */
const readPerformance = (typed: string) => (typed === '' ? null : (parsePerformanceDay(typed) ?? undefined))

/** Returns true if the value of the performance date field can be saved. */
export const isPerformanceDateValid = (typed: string): boolean => readPerformance(typed) !== undefined

/** The inputs of the form for a piece. Draft, "changed elsewhere" and saving read them from here. */
export const PIECE_INPUTS: {
  readonly [Name in PieceInputName]: Input<PieceInputs[Name], PieceFields[Name]>
} = {
  name: {
    show: piece => piece.name,
    read: typed => (pieceNameFault(typed) === null ? normalizeName(typed) : undefined),
  },
  importance: { show: piece => piece.importance, read: typed => typed },
  endTempo: {
    show: piece => String(piece.endTempo),
    read: (typed, piece) => parseTypedTempo(typed, piece.endTempo) ?? undefined,
  },
  onHold: { show: piece => piece.onHold, read: typed => typed },
  performOn: {
    show: ({ performOn }) => (performOn === null ? '' : formatIsoDay(performOn)),
    read: readPerformance,
  },
}

export const PIECE_INPUT_NAMES = Object.keys(PIECE_INPUTS) as PieceInputName[]

/** An input whose type nobody needs to know here. */
const inputOf = (name: PieceInputName) => PIECE_INPUTS[name] as Input<unknown, unknown>

const shownInput = (name: PieceInputName, piece: Piece): unknown => inputOf(name).show(piece)

export const shownInputs = (piece: Piece): PieceInputs =>
  Object.fromEntries(PIECE_INPUT_NAMES.map(name => [name, shownInput(name, piece)])) as PieceInputs

export const readInputs = (inputs: PieceInputs, piece: Piece): Partial<PieceFields> =>
  Object.fromEntries(
    PIECE_INPUT_NAMES.flatMap(name => {
      const value = inputOf(name).read(inputs[name], piece)
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const isInputValid = (name: PieceInputName, inputs: PieceInputs, piece: Piece): boolean =>
  inputOf(name).read(inputs[name], piece) !== undefined
