import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePedal } from '#core/practice/practice-shortcuts.ts'
import { Button } from '#web/kit/button.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import styles from './account.module.css'

const ShortcutsOfAll = lazy(() =>
  loadWithTexts(
    ['shortcuts', 'practice'],
    async () => (await import('#web/kit/shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
  ),
)

/** Renders the button that opens a dialog with the keyboard shortcuts of all screens (rule PD1). */
export function ShortcutsButton() {
  const { t } = useTranslation('account')
  const [pedal] = usePersisted('pedal', parsePedal)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="bare" className={styles.shortcuts} onClick={() => setOpen(true)}>
        {t('shortcuts')}
      </Button>
      {isOpen && (
        <Suspense>
          <ShortcutsOfAll pathname="/account" pedal={pedal} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
