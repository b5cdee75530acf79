import { UNREADABLE_LETTER } from './import-fault.ts'
import type { ImportStep } from './import-plan.ts'

/** Returns the different names that an import would add and that `isDoubtful`, for the musician to look at (rule EX14). */
export function doubtfulNames(
  steps: readonly ImportStep[],
  isDoubtful: (name: string) => boolean,
): readonly string[] {
  const names = steps.flatMap(({ intention }) =>
    intention.kind === 'piece.create'
      ? [intention.args.name, ...intention.args.parts.map(part => part.name)]
      : intention.kind === 'part.add'
        ? [intention.args.name]
        : [],
  )
  return [...new Set(names.filter(name => name !== null))].filter(isDoubtful)
}

/** Returns true if a name contains what no letter could be read of. */
export const hasUnreadableLetter = (name: string) => name.includes(UNREADABLE_LETTER)
