import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CLICK_PATTERN } from '#core/music/click-pattern.ts'
import { bpm } from '#tests/library/builders.ts'
import {
  fakeSound,
  roundedIntervals as intervals,
  passTime,
  type FakeSound,
} from '#tests/metronome/fake-sound.ts'
import { Metronome } from './metronome.ts'

// Sound systems that take seconds to open, or never do, and what happens to one that runs: a drag of the slider, a call,
// an output that is pulled out. `opened[n]` is the n-th that was asked for.

let openNext: () => FakeSound
let opened: FakeSound[]
let isHidden: boolean
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  openNext = () => fakeSound('suspended')
  opened = []
  isHidden = false
  metronome = new Metronome(
    () => {
      const next = openNext()
      opened.push(next)
      return next
    },
    () => isHidden,
  )
})

afterEach(() => {
  vi.useRealTimers()
})

function sound(): FakeSound {
  const newest = opened.at(-1)
  if (newest === undefined) throw new Error('no sound system was opened')
  return newest
}
const pass = (seconds: number) => passTime(sound(), seconds)
const heard = () =>
  sound()
    .clicks()
    .filter(at => at < sound().now())
const beatNow = () => metronome.beatAt(sound().now() * 1000)

/** Browsers differ in what a sound system says of itself while its output is being opened. */
const SLOW = [
  {
    said: 'suspended',
    open: () => fakeSound('suspended'),
    run: () => sound().become('running'),
  },
  {
    said: 'running',
    open: () => {
      const opening = fakeSound('running')
      opening.freeze()
      return opening
    },
    run: () => sound().thaw(),
  },
] as const

for (const { said, open, run } of SLOW) {
  describe(`a sound system that takes seconds to run and says meanwhile that it is ${said}`, () => {
    beforeEach(() => {
      openNext = open
    })

    test.each([0.4, 1.7, 5, 7.9])(
      '[MT19] is awaited for %d s, and then begins at once on beat 1',
      seconds => {
        metronome.start(bpm(120))
        pass(seconds)
        expect(metronome.state()).toBe('starting')
        const ranAt = sound().now()
        run()
        pass(0.1)
        expect(metronome.state()).toBe('running')
        pass(1.9)
        expect(heard()[0]).toBeCloseTo(ranAt + 0.05, 9)
        expect(intervals(heard())).toEqual([0.5, 0.5, 0.5])
        expect(beatNow()?.index).toBe(3)
        expect(sound().cut()).toEqual([])
        expect(opened).toHaveLength(1)
      },
    )

    test('[MT19] is closed after 8 s, and the next press opens another one', () => {
      metronome.start(bpm(120))
      pass(7.95)
      expect(metronome.state()).toBe('starting')
      pass(0.1)
      expect(metronome.state()).toBe('timed-out')
      const [first] = opened
      expect(first?.isClosed()).toBe(true)
      expect(first?.clicks()).toEqual([])
      first?.become('running')
      expect(metronome.state()).toBe('timed-out')

      openNext = () => fakeSound()
      metronome.start(bpm(120))
      expect(opened).toHaveLength(2)
      pass(1)
      expect(metronome.state()).toBe('running')
      expect(heard()).toHaveLength(2)
    })

    test('[MT19] is not opened a second time by a second press, which only takes the new tempo', () => {
      metronome.start(bpm(120))
      pass(1)
      metronome.start(bpm(60))
      expect(metronome.state()).toBe('starting')
      expect(opened).toHaveLength(1)
      run()
      pass(2.5)
      expect(intervals(heard())).toEqual([1, 1])
    })

    test('[MT19] is silent and stays so after Stop, or when the step is left', () => {
      metronome.start(bpm(120))
      pass(1)
      metronome.stop()
      expect(metronome.state()).toBe('stopped')
      run()
      pass(20)
      expect(heard()).toEqual([])
      expect(metronome.state()).toBe('stopped')
      expect(sound().state()).toBe('suspended')
      expect(opened).toHaveLength(1)
    })

    test('[MT19] begins with the count-in and the tempo, pattern and climb that are set when it runs', () => {
      metronome.start(bpm(60))
      pass(1)
      metronome.setTempo(bpm(100))
      metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 2, accent: true, countIn: true })
      metronome.setClimb({ settings: { kind: 'bars', step: 20, bars: 1 }, goal: bpm(120) })
      pass(1)
      run()
      pass(0.2)
      expect(beatNow()).toMatchObject({ index: 0, bar: -1 })
      pass(4)
      expect(sound().strengths().slice(0, 4)).toEqual(['accent', 'beat', 'accent', 'beat'])
      expect(intervals(heard()).slice(0, 6)).toEqual([0.6, 0.6, 0.6, 0.6, 0.5, 0.5])
      expect(sound().cut()).toEqual([])
    })

    test('[MT19] in a page that was hidden meanwhile has beats for a minute without timers', () => {
      metronome.start(bpm(208))
      pass(1)
      isHidden = true
      metronome.fill()
      run()
      sound().pass(60)
      expect(new Set(intervals(heard()).map(interval => interval.toFixed(3)))).toEqual(
        new Set([(60 / 208).toFixed(3)]),
      )
      expect(heard().length).toBe(Math.ceil((60 - 0.05) / (60 / 208)))
    })

    test('[MT5][MT19] while the slider is dragged is silent, and on release begins with the count-in, once it runs', () => {
      metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, countIn: true })
      metronome.start(bpm(120))
      pass(0.5)
      metronome.hold()
      pass(9)
      expect(metronome.state()).toBe('held')
      metronome.release()
      expect(metronome.state()).toBe('starting')
      pass(1)
      run()
      pass(0.2)
      expect(beatNow()).toMatchObject({ index: 0, bar: -1 })
      expect(opened).toHaveLength(1)
    })

    test('[MT5][MT19] that runs during the drag stays silent until the release', () => {
      metronome.start(bpm(120))
      pass(0.5)
      metronome.hold()
      run()
      pass(3)
      expect(heard()).toEqual([])
      const releasedAt = sound().now()
      metronome.release()
      pass(1)
      expect(metronome.state()).toBe('running')
      expect(heard()[0]).toBeCloseTo(releasedAt + 0.05, 9)
    })
  })
}

test('[MT19] Start pressed while the sound falls asleep after a stop is no interruption', () => {
  openNext = () => fakeSound()
  metronome.start(bpm(120))
  pass(1)
  metronome.stop()
  pass(2)
  // The browser was asked to suspend the sound and does so a moment after the press.
  sound().become('running')
  metronome.start(bpm(120))
  pass(0.025)
  const seen: string[] = []
  metronome.subscribe(() => seen.push(metronome.state()))
  const asleepAt = sound().now()
  sound().become('suspended')
  pass(2)
  sound().become('running')
  pass(1)
  expect(seen).toEqual(['running'])
  expect(heard().find(at => at > asleepAt)).toBeCloseTo(asleepAt - 0.025 + 0.05, 9)
})

test('[MT10][MT19] a call while the sound system opens is waited out', () => {
  metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, countIn: true })
  metronome.start(bpm(120))
  pass(1)
  sound().become('interrupted')
  expect(metronome.state()).toBe('interrupted')
  pass(30)
  sound().become('suspended')
  pass(3)
  sound().become('running')
  pass(0.2)
  expect(metronome.state()).toBe('running')
  expect(beatNow()).toMatchObject({ index: 0, bar: -1 })
  expect(opened).toHaveLength(1)
})

describe('a sound that runs at once', () => {
  beforeEach(() => {
    openNext = () => fakeSound()
  })

  const heardSince = (time: number) =>
    sound()
      .clicks()
      .filter(at => at > time && at < sound().now())

  /** A click that has run for a second, and a thumb on the slider since. */
  function dragging() {
    metronome.start(bpm(120))
    pass(1)
    metronome.hold()
  }

  test('[MT5] holds while dragged, and goes on from beat 1 afterwards with the tempo it was dragged to', () => {
    dragging()
    const heldAt = sound().now()
    metronome.setTempo(bpm(100))
    pass(2)
    expect(heardSince(heldAt + 0.06)).toEqual([])
    expect(metronome.state()).toBe('held')

    const releasedAt = sound().now()
    metronome.release()
    expect(metronome.state()).toBe('running')
    pass(0.2)
    expect(metronome.beatAt(sound().now() * 1000)?.inBar).toBe(0)
    pass(1.8)
    expect(heardSince(releasedAt)[0]).toBeCloseTo(releasedAt + 0.05)
    expect(intervals(heardSince(releasedAt))).toEqual([0.6, 0.6, 0.6])
  })

  test('[MT5] a drag beside a silent metronome starts nothing, nor does a release after a stop', () => {
    metronome.hold()
    metronome.release()
    expect(opened).toEqual([])
    dragging()
    metronome.stop()
    metronome.release()
    expect(metronome.state()).toBe('stopped')
  })

  test('[MT10] after a call that came and went during a drag, the release resumes', () => {
    dragging()
    sound().become('interrupted')
    pass(10)
    sound().become('suspended')
    pass(1)
    // Only a press may give the sound back here: what was asked before it was in vain.
    const asked = sound().asked()
    metronome.release()
    expect(sound().asked()).toBeGreaterThan(asked)
    expect(metronome.state()).toBe('interrupted')
    const ranAt = sound().now()
    sound().become('running')
    pass(1.1)
    expect(metronome.state()).toBe('running')
    expect(heardSince(ranAt)[0]).toBeCloseTo(ranAt + 0.05)
    expect(opened).toHaveLength(1)
  })

  test('[MT10] an output that is pulled out suspends the sound: it is asked to go on, and does with the next output', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().become('suspended')
    expect(metronome.state()).toBe('interrupted')
    const ordered = sound().clicks().length
    sound().become('running')
    expect(metronome.state()).toBe('running')
    const since = sound().now()
    pass(2)
    expect(sound().clicks().length).toBeGreaterThan(ordered)
    expect(
      sound()
        .clicks()
        .find(at => at > since),
    ).toBeCloseTo(since + 0.05)
  })

  test('[MT10] where no output comes back within 8 s, a press closes the sound system and opens a new one', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().become('suspended')
    pass(8.1)
    expect(metronome.state()).toBe('blocked')
    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed()).toBe(true)
    pass(0.1)
    expect(metronome.state()).toBe('running')
  })

  test('[MT10] a sound system that the browser closed is never said to run, and a press opens another', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().become('closed')
    expect(metronome.state()).toBe('blocked')
    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    pass(0.1)
    expect(metronome.state()).toBe('running')
  })

  test('[MT10] a press during a call is not said to sound: it waits for the end of the call', () => {
    metronome.start(bpm(120))
    pass(1)
    sound().become('interrupted')
    metronome.start(bpm(120))
    pass(1.1)
    expect(metronome.state()).toBe('interrupted')
    sound().become('suspended')
    sound().become('running')
    expect(metronome.state()).toBe('running')
  })
})
