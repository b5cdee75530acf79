import { useTranslation } from 'react-i18next'
import { parsePedalKeys } from '#core/practice/practice-shortcuts.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { Toggle } from '#web/kit/fields/settings.tsx'
import {
  ShortcutKeyList,
  ShortcutKeyRow,
  PedalKeyLegend,
  ClickAndTempoKeyRows,
} from '#web/kit/shortcuts/shortcut-keys.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import styles from './shortcuts.module.css'

type Props = {
  /** Users can switch off shortcuts of one character, because speech input may trigger them (WCAG 2.1.4). */
  characterKeys: readonly [boolean, (isOn: boolean) => void]
  onClose: () => void
}

export function ShortcutsDialog({ characterKeys: [isOn, setOn], onClose }: Props) {
  const { pathname } = useLocation()
  const [pedal] = usePersistedSetting('pedal', parsePedalKeys)
  const { t } = useTranslation('shortcuts')
  const { t: practice } = useTranslation('practice')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={styles.groups}>
        {groupsAt(pathname).map(group => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`}>{t(`${group}.title`)}</h3>
            <ShortcutKeyList>
              {group === 'overview' && (
                <ShortcutKeyRow keys={practice('pedal.forwardKeys')} short={t('does.begin')} />
              )}
              {group === 'step' && (
                <>
                  {pedal !== null && <PedalKeyLegend pedal={pedal} isTraining={false} />}
                  <PedalKeyLegend pedal={null} isTraining={false} />
                  <ClickAndTempoKeyRows />
                </>
              )}
              {group === 'trainer' && <PedalKeyLegend pedal={pedal} isTraining />}
              {group === 'tempo' && (
                <ShortcutKeyRow keys={practice('pedal.tempoKeys')} short={practice('pedal.oneBpm')} />
              )}
              {ROWS[group].map(row => (
                <ShortcutKeyRow key={row} keys={t(`keys.${row}`)} short={t(`does.${row}`)} />
              ))}
            </ShortcutKeyList>
          </section>
        ))}
        <Toggle name={t('letters')} isOn={isOn} onChange={setOn} />
      </div>
    </Dialog>
  )
}

const GROUPS = ['overview', 'step', 'trainer', 'pieces', 'tempo', 'sections', 'everywhere'] as const
type Group = (typeof GROUPS)[number]

const ROWS = {
  overview: [],
  step: ['tap'],
  trainer: [],
  pieces: ['search', 'add', 'ends', 'clear'],
  tempo: ['tap'],
  sections: ['move', 'leaveThere'],
  everywhere: ['list', 'close'],
} as const satisfies Record<Group, readonly string[]>

function groupsAt(pathname: string): readonly Group[] {
  if (pathname === '/account') return GROUPS
  if (pathname === '/practice') return ['overview', 'step', 'trainer', 'everywhere']
  if (pathname === '/pieces') return ['pieces', 'everywhere']
  return ['tempo', 'sections', 'everywhere']
}
