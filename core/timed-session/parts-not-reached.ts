import type { Day } from '#core/library/day.ts'
import type { PausedRoutine } from '#core/practice/practice-session.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import type { TimedRoutine } from './timed-routine.ts'

/**
 * Returns the parts of a timed session that the musician had not reached when leaving it, in practice order (rule
 * TS12). Includes parts that the session dropped because the time ran short. Excludes parts practiced today.
 *
 * @param parts all parts that are not deleted, in practice order
 */
export function findPartsNotReached(
  { queue, gone, index }: PausedRoutine,
  { blocks }: Pick<TimedRoutine, 'blocks'>,
  parts: readonly PracticePart[],
  today: Day,
): PracticePart[] {
  const shown = queue.filter(({ saved }, step) => step <= index || saved !== null)
  const reached = new Set([...shown, ...gone].map(({ partId }) => partId))
  const chosen = new Set(blocks.map(({ partId }) => partId))
  return parts.filter(part => chosen.has(part.id) && !reached.has(part.id) && !isLastPracticedOn(part, today))
}
