import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { isObject } from '#web/device/browser-storage.ts'

/** A shown beat can be delayed to match wireless speakers, whose sound is about 200 ms late. */
export const MAX_BEAT_DELAY_MS = 300

const AS_DELIVERED: SoundSettings = { volume: 1, isMuted: false, ignoresSilentSwitch: true, seenLaterMs: 0 }

export function parseSoundSettings(kept: unknown): SoundSettings {
  if (!isObject(kept)) return AS_DELIVERED
  const { volume, isMuted, ignoresSilentSwitch, seenLaterMs } = kept
  return {
    volume: within(volume, 1) ?? AS_DELIVERED.volume,
    isMuted: isMuted === true,
    ignoresSilentSwitch: ignoresSilentSwitch !== false,
    seenLaterMs: within(seenLaterMs, MAX_BEAT_DELAY_MS) ?? AS_DELIVERED.seenLaterMs,
  }
}

const within = (value: unknown, most: number): number | null =>
  typeof value === 'number' && value >= 0 && value <= most ? value : null
