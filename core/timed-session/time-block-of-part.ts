import type { PartId } from '#core/library/piece.ts'

/** A part of a timed session with the minutes planned for practicing it. */
export type PartTimeBlock = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
}

/** Returns the planned minutes of a part in a timed session, or null if the part is not in it. */
export const plannedMinutesOfPart = (
  { blocks }: { readonly blocks: readonly PartTimeBlock[] },
  part: PartId,
): PartTimeBlock | null => blocks.find(({ partId }) => partId === part) ?? null
