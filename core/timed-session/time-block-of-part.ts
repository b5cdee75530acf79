import type { PartId } from '#core/library/piece.ts'

/** The time block of a part in a timed session: the minutes planned for practicing the part. */
export type PartTimeBlock = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
}

/**
 * Returns the time block of a part in a timed session, with its planned and usual minutes. Returns null if the session
 * does not contain the part.
 */
export const timeBlockOfPart = (
  { blocks }: { readonly blocks: readonly PartTimeBlock[] },
  part: PartId,
): PartTimeBlock | null => blocks.find(({ partId }) => partId === part) ?? null
