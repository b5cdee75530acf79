import type { TFunction } from 'i18next'
import type { Change } from '#core/library/change.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import type { PieceAndPartNames } from './piece-and-part-names.ts'
import { rejectedChangeKind } from './rejected-change-kinds.ts'

type T = TFunction<'sync'>

/** Returns a sentence in the user's language that describes what a rejected change was meant to do (rule RC1). */
export const describeIntendedChange = (t: T, change: Change, names: PieceAndPartNames): string =>
  rejectedChangeKind(change).describe(t, change.args, names)

/** Returns a sentence in the user's language that explains why the server has rejected a change. */
export function describeRejectionReason(t: T, { code, change }: RejectedRow): string {
  switch (code) {
    case 'deleted':
      return rejectedChangeKind(change).deletedTarget === 'piece'
        ? t('why.deletedPiece')
        : t('why.deletedPart')
    case 'too-many-pieces':
      return t('why.too-many-pieces', { count: MAX_FREE_PIECES })
    case 'too-many-parts':
      return t('why.too-many-parts', { count: MAX_FREE_PARTS_PER_PIECE })
    default:
      return t(`why.${code}`)
  }
}
