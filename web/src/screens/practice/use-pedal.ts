import { parsePedal, type Pedal } from '#core/stand-keys.ts'
import { useKept } from '#web/store/use-kept.ts'

/** The two keys this musician's pedal sends, if they were taught, and the way to teach others (rule PD2). */
export const usePedal = (): [Pedal | null, (pedal: Pedal | null) => void] => useKept('pedal', parsePedal)
