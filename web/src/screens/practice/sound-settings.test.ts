import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSoundSettings } from './sound-settings.ts'

test('[MT14] sound settings come back as they were, and whatever else was kept is as delivered', () => {
  const settings = { volume: 0.4, isMuted: true, ignoresSilentSwitch: false, seenLaterMs: 180 }
  expect(parseSoundSettings(settings)).toEqual(settings)
  expect(parseSoundSettings({ volume: 2, isMuted: 1, seenLaterMs: 301 })).toEqual(parseSoundSettings(null))
  fc.assert(
    fc.property(fc.anything(), kept => {
      const { volume, seenLaterMs } = parseSoundSettings(kept)
      expect(volume >= 0 && volume <= 1 && seenLaterMs >= 0 && seenLaterMs <= 300).toBe(true)
    }),
  )
})
