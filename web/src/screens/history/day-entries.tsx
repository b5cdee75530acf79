import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wholeMinutesFromSeconds } from '#core/history/practice-weeks.ts'
import type { Library } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { Link } from '#web/navigation/link.tsx'
import styles from './practice-history.module.css'

/** So many entries of a day are shown at first: an import may have brought thousands. */
const SHOWN_AT_FIRST = 50

type Props = {
  /** Newest first. */
  entries: readonly Practice[]
  library: Library
}

/**
 * Renders the practice entries of a day with piece, part, tempo and minutes. Each entry links to its piece, unless the
 * piece is deleted (rule HS1).
 */
export function DayEntries({ entries, library }: Props) {
  const { t } = useTranslation('history')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST)

  return (
    <>
      <ul className={styles.entries}>
        {shown.map(entry => (
          <Entry key={entry.id} entry={entry} library={library} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="bare" onClick={() => setWhole(true)}>
          {t('all', { count: entries.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, library }: { entry: Practice; library: Library }) {
  const { t } = useTranslation('history')
  const piece = library.pieces.get(entry.pieceId)
  const part = library.parts.get(entry.partId)?.name ?? null

  return (
    <li className={styles.entry}>
      <span className={styles.names} translate="no">
        {piece?.deletedAt === null ? (
          <Link className={styles.piece} to={`/pieces/${piece.id}`}>
            {piece.name}
          </Link>
        ) : (
          <>
            <span className={styles.piece}>{piece?.name ?? t('unknownPiece')}</span>{' '}
            {piece && <small translate="yes">{t('deleted')}</small>}
          </>
        )}{' '}
        {part !== null && <span className={styles.part}>{t('part', { part })}</span>}
      </span>{' '}
      <span className={styles.numbers} translate="no">
        <b>{t('tempo', { bpm: entry.tempo })}</b>{' '}
        {entry.seconds !== null && (
          <small>{t('minutes', { minutes: wholeMinutesFromSeconds(entry.seconds) })}</small>
        )}
      </span>
    </li>
  )
}
