import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kit/button.tsx'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import styles from './practice-step.module.css'

type Props = { sound: SoundSettings; onSound: (sound: SoundSettings) => void }

/** Renders the button that mutes and unmutes the metronome, at the top of a practice step. */
export function MuteButton({ sound, onSound }: Props) {
  const { t } = useTranslation('practice')
  return (
    <IconButton
      icon={sound.isMuted ? 'muted' : 'sound'}
      label={t(sound.isMuted ? 'click.unmute' : 'click.mute')}
      className={styles.sound}
      onClick={() => onSound({ ...sound, isMuted: !sound.isMuted })}
    />
  )
}
