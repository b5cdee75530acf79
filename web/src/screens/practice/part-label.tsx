import type { PracticePart } from '#core/practice/priority.ts'
import styles from './practice-overview.module.css'

type Name = Pick<PracticePart, 'piece' | 'name'>

/** Returns the name of a part with that of its piece, such as "Suite (Gigue)" or, of a whole piece, "The Swan". */
export const partName = ({ piece, name }: Name): string => (name === null ? piece : `${piece} (${name})`)

/** Renders the name of a part as `partName` has it; the section wraps as a whole. */
export function PartLabel({ part: { piece, name } }: { part: Name }) {
  if (name === null) return piece
  return (
    <>
      {piece} <span className={styles.section}>({name})</span>
    </>
  )
}
