import { useTranslation } from 'react-i18next'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import { MAX_SOUNDING_OR_SILENT_BARS, MAX_BEATS_PER_BAR, MAX_CLICKS_PER_BEAT } from '#core/library/piece.ts'
import { SettingsGroup, NumberStepper, Toggle, SideBySideToggles } from '../fields/settings.tsx'

type Props = { piece: string; pattern: ClickPattern; onPattern: (pattern: ClickPattern) => void }

export function ClickPatternFields({ piece, pattern, onPattern }: Props) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<ClickPattern>) => onPattern({ ...pattern, ...part })
  return (
    <SettingsGroup title={t('click.ofPiece', { piece })}>
      <NumberStepper
        name={t('click.beats')}
        value={pattern.beats}
        least={1}
        most={MAX_BEATS_PER_BAR}
        onChange={beats => set({ beats })}
      />
      <NumberStepper
        name={t('click.subdivision')}
        value={pattern.subdivision}
        least={1}
        most={MAX_CLICKS_PER_BEAT}
        onChange={subdivision => set({ subdivision })}
      />
      <SideBySideToggles>
        <Toggle name={t('click.accent')} isOn={pattern.accent} onChange={accent => set({ accent })} />
        <Toggle name={t('click.countIn')} isOn={pattern.countIn} onChange={countIn => set({ countIn })} />
      </SideBySideToggles>
      <NumberStepper
        name={t('click.silentBars')}
        value={pattern.rest}
        least={0}
        most={MAX_SOUNDING_OR_SILENT_BARS}
        text={pattern.rest === 0 ? t('click.none') : undefined}
        onChange={rest => set({ rest })}
      />
      {/* Always has its place, so that the buttons above stay where they are. */}
      <div style={{ visibility: pattern.rest > 0 ? undefined : 'hidden' }}>
        <NumberStepper
          name={t('click.soundingBars')}
          value={pattern.play}
          least={1}
          most={MAX_SOUNDING_OR_SILENT_BARS}
          onChange={play => set({ play })}
        />
      </div>
    </SettingsGroup>
  )
}
