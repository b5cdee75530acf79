import {
  lazy,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Day } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { loadWithTexts } from '#web/language/language.ts'
import type { PartDetails as Details } from './part-details.tsx'
import styles from './practice-overview.module.css'

type Props = {
  parts: readonly PracticePart[]
  today: Day
  /** Renders the rows, each with its part's id as `data-id`. `selected` is undefined on narrow screens. */
  children: (selected: PartId | undefined) => ReactNode
}

const desktop = window.matchMedia('(min-width: 50em) and (min-height: 37.5em) and (any-hover: hover)')

export function ListWithPartDetails({ parts, today, children }: Props) {
  const hasRoom = useSyncExternalStore(watchDesktop, () => desktop.matches)
  const list = useRef<HTMLDivElement>(null)
  const [selectedId, setSelectedId] = useState<string>()
  const selected = hasRoom ? (parts.find(({ id }) => id === selectedId) ?? parts[0]) : undefined

  return (
    <div className={selected && styles.columns}>
      <div ref={list} className={styles.list}>
        {children(selected?.id)}
      </div>
      {selected && (
        <div className={styles.paper}>
          <Suspense>
            <PartDetails part={selected} today={today} list={list} onSelect={setSelectedId} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function watchDesktop(onChange: () => void) {
  desktop.addEventListener('change', onChange)
  return () => desktop.removeEventListener('change', onChange)
}

// The list is usable without the details.
const PartDetails = lazy<ComponentType<ComponentProps<typeof Details>>>(() =>
  loadWithTexts(['piece', 'pieces'], async () => (await import('./part-details.tsx')).PartDetails).catch(
    () => ({ default: () => null }),
  ),
)
