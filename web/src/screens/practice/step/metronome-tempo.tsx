import { useTranslation } from 'react-i18next'
import { beatIndicator, type ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { classNames } from '#web/kit/class-names.ts'
import { TempoInRepeatSigns } from '#web/kit/music/tempo-in-repeat-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import type { MetronomeControl } from '#web/metronome/use-metronome.ts'
import styles from './practice-step.module.css'

type Props = {
  tempo: Bpm
  /** What to announce to screen readers, or null. */
  said: string | null
  pattern: ClickPattern
  metronome: MetronomeControl
  className?: string | undefined
}

/**
 * Renders the tempo of a practice step in large type with the beats of the metronome. Announces to screen readers what
 * buttons and the tempo trainer have changed (rules CK1, PX18).
 */
export function MetronomeTempo({ tempo, said, pattern, metronome: { beat }, className }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div className={classNames(styles.stage, className)}>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
      <TempoInRepeatSigns
        tempo={tempo}
        unit={t('step.unit')}
        beat={beat && { ...beatIndicator(pattern.beats, beat), isSilent: beat.isSilent }}
      />
    </div>
  )
}
