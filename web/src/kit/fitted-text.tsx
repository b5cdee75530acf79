import type { CSSProperties } from 'react'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import styles from './page.module.css'

/** Shrinks text, down to 14 px, rather than break its longest word. An ancestor must set `container-type`. */
export function FittedText({ text, emphasis = false }: { text: string; emphasis?: boolean }) {
  // The marks are those of markUntranslatable.
  const longest = Math.max(...text.split(/[\s\u2068\u2069-]+/u).map(word => word.length))
  return (
    <span className={styles.fitted} style={{ '--longest': longest } as CSSProperties}>
      <PartlyTranslated emphasis={emphasis} text={text} />
    </span>
  )
}
