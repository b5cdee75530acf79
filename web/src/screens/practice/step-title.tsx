import { useRef } from 'react'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { useToastsBelow } from './use-toasts-below.ts'
import styles from './practice-step.module.css'

/** What is on the stand: the piece and its part, said when the step changes. Toasts hang below it. */
export function StepTitle({ piece, part }: { piece: string; part: string | null }) {
  const heading = useFocusOnArrival()
  const title = useRef<HTMLDivElement>(null)
  useToastsBelow(title)

  return (
    <div ref={title} className={styles.title} aria-live="polite">
      <h1 ref={heading} tabIndex={-1}>
        {piece}
      </h1>
      {part !== null && <p>{part}</p>}
    </div>
  )
}
