import { parsePedal, type Pedal } from '#core/practice/practice-shortcuts.ts'
import { usePersisted } from '#web/store/persisted-values.ts'

/** Returns the two keys assigned to the foot pedal, or null, and a function that changes and stores them (rule PD2). */
export const usePedalSetting = (): [Pedal | null, (pedal: Pedal | null) => void] =>
  usePersisted('pedal', parsePedal)
