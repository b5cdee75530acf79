import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import glide from './gliding-mark.module.css'
import styles from './tabs.module.css'

export function Tabs({ name, tabs }: { name: string; tabs: { label: string; panel: ReactNode }[] }) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)

  function move(event: KeyboardEvent) {
    const to = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    setChosen(next)
    row.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div
        ref={row}
        className={classNames(glide.marked, styles.row)}
        role="tablist"
        aria-label={name}
        tabIndex={-1}
        onKeyDown={move}
      >
        {tabs.map(({ label }, at) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === chosen}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={at === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => setChosen(at)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={styles.panels}>
        {tabs.map(({ label, panel }, at) => (
          <div
            // Begins anew each time.
            key={`${label} ${at === chosen}`}
            id={`${id}-panel-${at}`}
            role="tabpanel"
            aria-labelledby={`${id}-tab-${at}`}
            className={at === chosen ? undefined : styles.hidden}
          >
            {panel}
          </div>
        ))}
      </div>
    </>
  )
}
