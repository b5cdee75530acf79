import { daysBetween, type Day, type Timestamp } from '#core/library/day.ts'
import { undeletedPieces, type Library } from '#core/library/library.ts'
import type { Part, Piece, PieceId } from '#core/library/piece.ts'
import {
  progressColor,
  progressPercentOf,
  roundDownPercent,
  type ProgressColor,
} from '#core/practice/progress.ts'
import type { Bpm } from '#core/music/tempo.ts'

export type PieceCardData = {
  readonly id: PieceId
  readonly name: string
  readonly endTempo: Bpm
  readonly onHold: boolean
  readonly progress: { readonly percent: number; readonly color: ProgressColor } | null
  readonly lastPracticed: Timestamp | null
}

export const PIECE_CARD_ORDERS = ['name', 'practiced', 'progress'] as const
export type PieceCardOrder = (typeof PIECE_CARD_ORDERS)[number]

export const MIN_PIECES_FOR_SEARCH_AND_SORT = 12

/** Sorted by name, as the language sorts (spec 2, rule PS1). */
export function createPieceCards(library: Library, language: string): PieceCardData[] {
  // Numeric, so that "Kreutzer 10" comes after "Kreutzer 9".
  const collator = new Intl.Collator(language, { numeric: true })
  const parts = Map.groupBy(library.parts.values(), part => part.pieceId)
  return undeletedPieces(library)
    .map(piece => cardOf(piece, parts.get(piece.id) ?? []))
    .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/** Latest practice or nearest to the goal first; equal cards stay sorted by name, those without come last (PS1). */
export function sortPieceCards(
  cards: readonly PieceCardData[],
  order: PieceCardOrder,
): readonly PieceCardData[] {
  if (order === 'name') return cards
  const rank = ({ lastPracticed, progress }: PieceCardData) =>
    (order === 'practiced' ? lastPracticed : progress?.percent) ?? -1
  return cards.toSorted((a, b) => rank(b) - rank(a))
}

/** Finds names with all words of the search, case and accents aside (rule PS1). */
export function filterPieceCards(cards: readonly PieceCardData[], search: string): readonly PieceCardData[] {
  const words = folded(search)
    .split(/\s+/)
    .filter(word => word !== '')
  return words.length === 0
    ? cards
    : cards.filter(({ name }) => words.every(word => folded(name).includes(word)))
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The translation key of the text that says how long ago a piece was practiced, and the days to insert into it. */
export function timeSincePracticeTextKey(lastPracticed: Day | null, today: Day) {
  if (lastPracticed === null) return { key: 'never', days: 0 } as const
  const days = daysBetween(lastPracticed, today)
  if (days === 0) return { key: 'today', days } as const
  return days === 1 ? ({ key: 'yesterday', days } as const) : ({ key: 'daysAgo', days } as const)
}

export const parsePieceCardOrder = (kept: unknown): PieceCardOrder =>
  PIECE_CARD_ORDERS.find(order => order === kept) ?? 'name'

export const progressTextKey = ({ percent, color }: { percent: number; color: ProgressColor }) =>
  percent >= 100 ? 'atGoal' : color

function cardOf(piece: Piece, parts: readonly Part[]): PieceCardData {
  const living = parts.filter(part => part.deletedAt === null)
  const percent = progressPercentOf(living, piece.endTempo)
  return {
    id: piece.id,
    name: piece.name,
    endTempo: piece.endTempo,
    onHold: piece.onHold,
    progress: percent === null ? null : { percent: roundDownPercent(percent), color: progressColor(percent) },
    lastPracticed: living.reduce<Timestamp | null>(
      (latest, { lastPracticed: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
      null,
    ),
  }
}
