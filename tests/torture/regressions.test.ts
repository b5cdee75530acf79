import { expect, test } from 'vitest'
import { ModelServer } from './model-server.ts'
import { playStory } from './play.ts'
import type { MusicianAct, TortureStep } from './steps.ts'

// Random stories that once failed, reduced to the steps that matter.

const DAY = 86_400_000
const act = (device: number, act: MusicianAct, value = 0): TortureStep => ({
  kind: 'act',
  device,
  tab: 0,
  act,
  which: 0,
  value,
  disk: 'stored',
})
const sync = (device: number): TortureStep => ({ kind: 'sync', device, tab: 0, fates: [], disk: 'stored' })
const wait = (days: number): TortureStep => ({ kind: 'wait', milliseconds: days * DAY })

const stories: [string, TortureStep[]][] = [
  [
    'a piece that was acknowledged after the backup is there after it was restored',
    [act(0, 'create'), { kind: 'back-up' }, sync(0), { kind: 'restore' }, sync(0)],
  ],
  [
    'the same holds if the device comes back only fifty days after the restore',
    [{ kind: 'back-up' }, act(0, 'practice'), sync(0), { kind: 'restore' }, wait(50), sync(0)],
  ],
  [
    'a piece that was deleted and forgotten does not come back with a device that was away for half a year',
    [act(1, 'delete'), wait(200), sync(1), { kind: 'jobs' }, act(0, 'practice'), sync(0)],
  ],
  [
    'work on a piece that only the device still knows waits until the server has the piece again',
    [{ kind: 'back-up' }, act(0, 'create'), sync(0), act(0, 'practice'), { kind: 'restore' }, sync(0)],
  ],
  [
    'a section that was deleted and forgotten may come back with the device that created it, half a year after a restore',
    [
      act(2, 'add-part'),
      sync(2),
      sync(0),
      act(0, 'delete-part', 5),
      { kind: 'back-up' },
      { kind: 'restore' },
      wait(200),
      sync(0),
      { kind: 'jobs' },
      sync(2),
    ],
  ],
]

test.each(stories)('[ME8] %s', async (_, steps) => {
  const { faults } = await playStory({ clockErrors: [0, 0, 0], role: 'pro', steps }, new ModelServer('pro'))
  expect(faults).toEqual([])
})
