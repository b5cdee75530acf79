import { useMemo, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { livingPieces, type Library } from '#core/library.ts'
import { mayAddPiece } from '#core/plan.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { UpgradeDialog } from '#web/kit/upgrade-dialog.tsx'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/virtual-list.tsx'
import { useLibrary } from '#web/store/use-library.ts'
import { pieceCards, type PieceCard } from './piece-cards.ts'
import { cardClass, PieceCardView } from './piece-card-view.tsx'
import styles from './pieces.module.css'

/** The screen at /pieces: every piece with its goal and how far it has come (spec 2). */
export function Pieces() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()

  return (
    <Page title={t('title')}>
      {library.kind === 'ready' ? <PieceList library={library.library} /> : <h1>{t('title')}</h1>}
      {library.kind !== 'ready' && <NoLibrary because={library.kind} />}
    </Page>
  )
}

function PieceList({ library }: { library: Library }) {
  const { t, i18n } = useTranslation('pieces')
  const role = useKnownRole()
  const [isFull, setFull] = useState(false)
  const language = i18n.resolvedLanguage ?? 'en'
  // Two thousand names are not sorted for every dialog that opens.
  const cards = useMemo(() => pieceCards(library, language), [library, language])

  // Said here at once and not after four steps (D5).
  function add(event: MouseEvent) {
    if (mayAddPiece(role, livingPieces(library).length).kind === 'allowed') return
    event.preventDefault()
    setFull(true)
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        {cards.length > 0 && (
          <ButtonLink variant="main" icon="plus" to="/new" onClick={add}>
            {t('add')}
          </ButtonLink>
        )}
      </div>
      {cards.length === 0 ? (
        <EmptyState level="h2" title={t('empty.title')} text={t('empty.text')}>
          <ButtonLink variant="main" size="big" icon="plus" to="/new">
            {t('add')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <VirtualList
          as="ul"
          items={cards}
          className={styles.cards}
          classOf={cardClass}
          estimatedRow={CARD_HEIGHT}
        >
          {showCard}
        </VirtualList>
      )}
      {isFull && <UpgradeDialog limit="pieces" onClose={() => setFull(false)} />}
    </>
  )
}

// With a name of one line; in px.
const CARD_HEIGHT = 127
const showCard = (card: PieceCard) => <PieceCardView card={card} />
