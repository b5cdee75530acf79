import type { Stage } from './stage.ts'

type StageGroups = readonly (readonly (readonly Stage[])[])[]

/**
 * Chooses the stages that `npm test` runs. Returns them in their groups and lanes (see `stageGroups`), and the
 * requested names that match no stage. A name also matches every stage whose name continues with " of", so "types"
 * matches "types of core" (rule TL66).
 *
 * @param only the requested names, or undefined for the usual stages
 */
export function chooseStages(
  groups: StageGroups,
  isAll: boolean,
  only: readonly string[] | undefined,
): { chosen: Stage[][][]; unknown: string[] } {
  const isNamed = ({ name }: Stage, wanted: string) => name === wanted || name.startsWith(`${wanted} of `)
  const isChosen = (stage: Stage) =>
    only === undefined ? isAll || stage.isOnlyInAll !== true : only.some(wanted => isNamed(stage, wanted))
  const chosen = groups
    .map(lanes => lanes.map(stages => stages.filter(isChosen)).filter(stages => stages.length > 0))
    .filter(lanes => lanes.length > 0)
  const all = groups.flat(2)
  const unknown = (only ?? []).filter(wanted => !all.some(stage => isNamed(stage, wanted)))
  return { chosen, unknown }
}
