import { daysBetween, type Day, type Timestamp } from '#core/library/day.ts'
import { livingPieces, type Library } from '#core/library/library.ts'
import type { Part, Piece, PieceId } from '#core/library/piece.ts'
import { progressColor, progressOf, shownPercent, type ProgressColor } from '#core/practice/progress.ts'
import type { Bpm } from '#core/music/tempo.ts'

/** The data that a piece's card shows. */
export type PieceCard = {
  readonly id: PieceId
  readonly name: string
  readonly endTempo: Bpm
  readonly onHold: boolean
  /** Null if other devices have deleted all parts (D20). */
  readonly progress: { readonly percent: number; readonly color: ProgressColor } | null
  /** When one of the parts was practiced last; null if never. */
  readonly lastPracticed: Timestamp | null
}

/** What cards can be sorted by (rule PS11). */
export const CARD_ORDERS = ['name', 'practiced', 'progress'] as const
/** The order of the cards on /pieces. */
export type CardOrder = (typeof CARD_ORDERS)[number]

/** From how many pieces on they can be searched and sorted (rule PS11). */
export const MANY_PIECES = 12

/** Returns the living pieces as cards, sorted by name in the given language (spec 2, rules PS1-PS3). */
export function pieceCards(library: Library, language: string): PieceCard[] {
  // Numeric, so that "Kreutzer 10" comes after "Kreutzer 9".
  const collator = new Intl.Collator(language, { numeric: true })
  const parts = Map.groupBy(library.parts.values(), part => part.pieceId)
  return livingPieces(library)
    .map(piece => cardOf(piece, parts.get(piece.id) ?? []))
    .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/**
 * Returns the cards in another order: the latest practiced first, or the nearest to its goal. Equal ones stay sorted by
 * name, and those that never were practiced or have no parts come last (rule PS11).
 */
export function sortCards(cards: readonly PieceCard[], order: CardOrder): readonly PieceCard[] {
  if (order === 'name') return cards
  const rank = ({ lastPracticed, progress }: PieceCard) =>
    (order === 'practiced' ? lastPracticed : progress?.percent) ?? -1
  return cards.toSorted((a, b) => rank(b) - rank(a))
}

/** Returns the cards whose names hold every word of a search, case and accents aside (rule PS11). */
export function searchCards(cards: readonly PieceCard[], search: string): readonly PieceCard[] {
  const words = folded(search)
    .split(/\s+/)
    .filter(word => word !== '')
  return words.length === 0
    ? cards
    : cards.filter(({ name }) => words.every(word => folded(name).includes(word)))
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns how long a piece has rested, as a text key under `rest` and its number of days. */
export function timeSincePractice(lastPracticed: Day | null, today: Day) {
  if (lastPracticed === null) return { key: 'never', days: 0 } as const
  const days = daysBetween(lastPracticed, today)
  if (days === 0) return { key: 'today', days } as const
  return days === 1 ? ({ key: 'yesterday', days } as const) : ({ key: 'daysAgo', days } as const)
}

/** Returns a known order, or the one by name. */
export const parseCardOrder = (kept: unknown): CardOrder =>
  CARD_ORDERS.find(order => order === kept) ?? 'name'

/** Returns the text key of the progress, under `progress` (rule PS4). */
export function progressWord({ percent, color }: { percent: number; color: ProgressColor }) {
  return percent >= 100 ? 'atGoal' : color
}

function cardOf(piece: Piece, parts: readonly Part[]): PieceCard {
  const living = parts.filter(part => part.deletedAt === null)
  const percent = progressOf(living, piece.endTempo)
  return {
    id: piece.id,
    name: piece.name,
    endTempo: piece.endTempo,
    onHold: piece.onHold,
    progress: percent === null ? null : { percent: shownPercent(percent), color: progressColor(percent) },
    lastPracticed: living.reduce<Timestamp | null>(
      (latest, { lastPracticed: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
      null,
    ),
  }
}
