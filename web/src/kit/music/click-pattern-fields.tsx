import { useTranslation } from 'react-i18next'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import { MAX_SOUNDING_OR_SILENT_BARS, MAX_BEATS_PER_BAR, MAX_CLICKS_PER_BEAT } from '#core/library/piece.ts'
import { SettingsGroup, NumberStepper, Toggle, SideBySideToggles } from '../fields/settings.tsx'

type Props = { piece: string; pattern: ClickPattern; onPattern: (pattern: ClickPattern) => void }

export function ClickPatternFields({ piece, pattern, onPattern }: Props) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<ClickPattern>) => onPattern({ ...pattern, ...part })
  const stepper = (field: 'beats' | 'subdivision' | 'play', name: string, most: number) => (
    <NumberStepper
      name={name}
      value={pattern[field]}
      most={most}
      onChange={value => set({ [field]: value })}
    />
  )
  return (
    <SettingsGroup title={t('click.ofPiece', { piece })}>
      {stepper('beats', t('click.beats'), MAX_BEATS_PER_BAR)}
      {stepper('subdivision', t('click.subdivision'), MAX_CLICKS_PER_BEAT)}
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
        {stepper('play', t('click.soundingBars'), MAX_SOUNDING_OR_SILENT_BARS)}
      </div>
    </SettingsGroup>
  )
}
