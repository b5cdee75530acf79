import type { PartId } from '#core/library/piece.ts'

/** A part of a timed session and the minutes that it gets. */
export type Block = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
}

/** Returns a part's block, or null if it has none. */
export const blockOfPart = ({ blocks }: { readonly blocks: readonly Block[] }, part: PartId): Block | null =>
  blocks.find(({ partId }) => partId === part) ?? null
