import * as z from 'zod/mini'
import type { Day, Timestamp } from '#core/library/day.ts'
import { lastPracticeOfParts, undeletedPieces, type Library } from '#core/library/library.ts'
import type { Part, Piece, PieceId } from '#core/library/piece.ts'
import {
  progressColor,
  meanTempoPercentOfGoal,
  floorPercent,
  type ProgressColor,
} from '#core/practice/progress.ts'
import type { Bpm } from '#core/music/tempo.ts'

export type PieceCardData = {
  readonly id: PieceId
  readonly name: string
  readonly sections: readonly string[]
  readonly endTempo: Bpm
  readonly onHold: boolean
  readonly performOn: Day | null
  readonly progress: { readonly percent: number; readonly color: ProgressColor } | null
  readonly lastPracticed: Timestamp | null
}

export const PIECE_CARD_ORDERS = ['name', 'practiced', 'progress'] as const
export const PIECE_CARD_FILTERS = ['all', 'active', 'onHold', 'performed'] as const
export type PieceStatusFilter = (typeof PIECE_CARD_FILTERS)[number]

const pieceListViewSchema = z.object({ order: z.enum(PIECE_CARD_ORDERS), isReversed: z.boolean() })
export type PieceSortSettings = z.infer<typeof pieceListViewSchema>

const DEFAULT_VIEW: PieceSortSettings = { order: 'name', isReversed: false }

export const parsePieceSortSettings = (kept: unknown): PieceSortSettings =>
  pieceListViewSchema.safeParse(kept).data ?? DEFAULT_VIEW

export const MIN_PIECES_FOR_SEARCH_AND_SORT = 12

export function createPieceCards(library: Library, language: string): PieceCardData[] {
  // Numeric, so that "Kreutzer 10" comes after "Kreutzer 9".
  const collator = new Intl.Collator(language, { numeric: true })
  const parts = Map.groupBy(library.parts.values(), part => part.pieceId)
  return undeletedPieces(library)
    .map(piece => cardOf(piece, parts.get(piece.id) ?? []))
    .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/** `cards` must be sorted by name, which then decides between cards that are equal in `order` (rule PS1). */
export function reorderCardsSortedByName(
  cards: readonly PieceCardData[],
  { order, isReversed }: PieceSortSettings,
): readonly PieceCardData[] {
  const rank = ({ lastPracticed, progress }: PieceCardData) =>
    (order === 'practiced' ? lastPracticed : progress?.percent) ?? -1
  const sorted = order === 'name' ? cards : cards.toSorted((a, b) => rank(b) - rank(a))
  return isReversed ? sorted.toReversed() : sorted
}

export function searchPieceCards(cards: readonly PieceCardData[], search: string): readonly PieceCardData[] {
  const words = folded(search)
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return cards
  return cards.filter(({ name, sections }) => {
    const text = folded([name, ...sections].join('\n'))
    return words.every(word => text.includes(word))
  })
}

export function filterPieceCardsByStatus(
  cards: readonly PieceCardData[],
  filter: PieceStatusFilter,
  today: Day,
): readonly PieceCardData[] {
  if (filter === 'all') return cards
  if (filter === 'performed') return cards.filter(({ performOn }) => performOn !== null && performOn >= today)
  return cards.filter(({ onHold }) => onHold === (filter === 'onHold'))
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

// An unchanged piece keeps its card, so that no other card is rendered when one changes.
const known = new WeakMap<Piece, { parts: readonly Part[]; card: PieceCardData }>()

function cardOf(piece: Piece, parts: readonly Part[]): PieceCardData {
  const before = known.get(piece)
  if (before?.parts.length === parts.length && parts.every((part, at) => part === before.parts[at]))
    return before.card
  const living = parts.filter(part => part.deletedAt === null)
  const percent = meanTempoPercentOfGoal(living, piece.endTempo)
  const card: PieceCardData = {
    id: piece.id,
    name: piece.name,
    sections: living.flatMap(({ name }) => name ?? []),
    endTempo: piece.endTempo,
    onHold: piece.onHold,
    performOn: piece.performOn,
    progress: percent === null ? null : { percent: floorPercent(percent), color: progressColor(percent) },
    lastPracticed: lastPracticeOfParts(living),
  }
  known.set(piece, { parts, card })
  return card
}
