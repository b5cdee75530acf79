import { notInStandIn } from './stripe-fault.ts'

/** A right parameter that the stand-in would do nothing with is refused: whoever sends it would believe in it. */
export function onlyThese<T extends object>(given: T, understood: readonly (keyof T)[], where: string): void {
  const other = Object.keys(given).find(name => !understood.includes(name as keyof T))
  if (other !== undefined) throw notInStandIn(`${where}: ${other}`)
}
