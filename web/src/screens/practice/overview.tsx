import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Day } from '#core/day.ts'
import type { PracticePart } from '#core/priority.ts'
import { Button } from '#web/kit/button.tsx'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Dock, Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/virtual-list.tsx'
import { partClass, PartRow } from './part-row.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { usePedal } from './use-pedal.ts'
import { useForwardKey } from './use-stand-keys.ts'
import styles from './overview.module.css'

// With names of one line; in px.
const ROW_HEIGHT = 105

type Props = { parts: readonly PracticePart[]; today: Day; onStart: () => void }

/** What to practice today, most pressing first. */
export function Overview({ parts, today, onStart }: Props) {
  const { t } = useTranslation('practice')
  const heading = useFocusOnArrival()
  const [pedal] = usePedal()
  useForwardKey(pedal, () => parts.length > 0 && onStart())
  if (parts.length === 0) return <NothingYet />
  const count = t('parts', { count: parts.length })

  return (
    <Page title={t('title')}>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1}>
          {t('title')}
        </h1>
        <p className={styles.order}>
          <Emphasized text={t('order', { parts: count })} word={count} />
        </p>
      </div>
      <VirtualList
        as="ol"
        items={parts}
        className={styles.system}
        classOf={part => partClass(part, today)}
        estimatedRow={ROW_HEIGHT}
      >
        {part => <PartRow part={part} today={today} />}
      </VirtualList>
      <Dock>
        <Button variant="main" size="big-wide" icon="play" onClick={onStart}>
          {t('start')}
        </Button>
      </Dock>
    </Page>
  )
}

function NothingYet() {
  const { t } = useTranslation('practice')
  const navigate = useNavigate()
  return (
    <Page title={t('title')}>
      <EmptyState title={t('empty.title')} text={t('empty.text')}>
        <Button variant="main" size="big" icon="plus" onClick={() => void navigate('/new')}>
          {t('empty.add')}
        </Button>
      </EmptyState>
    </Page>
  )
}
