import type { Intention } from '#core/library/change.ts'

type Create = Extract<Intention, { kind: 'piece.create' }>['args']
type Settings = Omit<Extract<Intention, { kind: 'piece.patch' }>['args'], 'id'>

/** The most parts that one change creates a piece with (rule CH3); further ones are added to it. */
const MOST_AT_ONCE = 200

/**
 * Returns the changes to store (intentions) that create a piece with any number of parts and with the given settings.
 * The change that creates a piece takes at most 200 parts and no settings, such as those of the metronome. Further
 * changes therefore add the other parts and the settings.
 */
export function createPieceIntentions(
  piece: Omit<Create, 'parts'>,
  parts: Create['parts'],
  settings: Settings,
): Intention[] {
  return [
    { kind: 'piece.create', args: { ...piece, parts: parts.slice(0, MOST_AT_ONCE) } },
    ...parts.slice(MOST_AT_ONCE).map((part): Intention => ({
      kind: 'part.add',
      args: { ...part, pieceId: piece.id, name: part.name ?? piece.name },
    })),
    ...(Object.keys(settings).length === 0
      ? []
      : [{ kind: 'piece.patch', args: { id: piece.id, ...settings } } satisfies Intention]),
  ]
}
