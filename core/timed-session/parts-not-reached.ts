import type { Day } from '#core/library/day.ts'
import type { LeftRoutine } from '#core/practice/practice-session.ts'
import { isPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import type { TimedRoutine } from './timed-routine.ts'

/**
 * Returns the parts of a timed routine that were neither shown nor practiced before the musician left it, in practice
 * order (rule TS12). Steps that fell off the end for lack of time count as not shown.
 *
 * @param parts all living parts in practice order
 */
export function findPartsNotReached(
  { queue, gone, index }: LeftRoutine,
  { blocks }: Pick<TimedRoutine, 'blocks'>,
  parts: readonly PracticePart[],
  today: Day,
): PracticePart[] {
  const shown = queue.filter(({ saved }, step) => step <= index || saved !== null)
  const reached = new Set([...shown, ...gone].map(({ partId }) => partId))
  const chosen = new Set(blocks.map(({ partId }) => partId))
  return parts.filter(part => chosen.has(part.id) && !reached.has(part.id) && !isPracticedOn(part, today))
}
