import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CLICK_PATTERN } from '#core/music/click-pattern.ts'
import { bpm } from '#tests/library/builders.ts'
import { fakeSound, roundedIntervals as intervals, passTime } from '#tests/metronome/fake-sound.ts'
import type { FakeSound } from '#tests/metronome/fake-sound.ts'
import { Metronome } from './metronome.ts'

let openNext: () => FakeSound
let opened: FakeSound[]
let isHidden: boolean
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  openNext = () => fakeSound()
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

afterEach(() => void vi.useRealTimers())

function sound(): FakeSound {
  const newest = opened.at(-1)
  if (newest === undefined) throw new Error('no sound system was opened')
  return newest
}
const pass = (seconds: number) => passTime(sound(), seconds)
const heard = (since = 0) =>
  sound()
    .clicks()
    .filter(at => at > since && at < sound().now())
const beatNow = () => metronome.beatAt(sound().now() * 1000 + 100)
const pattern = (changed: Partial<typeof DEFAULT_CLICK_PATTERN>) => ({ ...DEFAULT_CLICK_PATTERN, ...changed })

describe('a running metronome', () => {
  test('[MT2] orders its first beat inside the press, 50 ms ahead, and clicks every 60 / bpm seconds from there', () => {
    metronome.start(bpm(133))
    expect(sound().clicks()[0]).toBeCloseTo(10.05)
    expect(sound().resumeCount()).toBe(1)
    pass(30)
    expect(metronome.state()).toBe('running')
    expect(heard()).toHaveLength(Math.ceil((30 - 0.05) / (60 / 133)))
    heard().forEach((time, index) => expect(time).toBeCloseTo(10.05 + (index * 60) / 133, 9))
  })

  test('[BG1] a hidden page has beats for the minute in which its timers may not fire', () => {
    metronome.start(bpm(208))
    isHidden = true
    metronome.fill()
    expect((sound().clicks().at(-1) ?? 0) - sound().now()).toBeGreaterThan(69)
  })

  test('[MT8] the beat shown is the one that is heard, not the one that is sent', () => {
    metronome.start(bpm(60))
    pass(6)
    // Sent at 10.05, 11.05, … and heard 0.1 s later.
    expect(metronome.beatAt(15_100)?.index).toBe(4)
    expect(metronome.beatAt(15_160)).toMatchObject({ index: 5, inBar: 1 })
    metronome.stop()
    expect(metronome.beatAt(15_160)).toBeNull()
  })

  test('[MT14] the volume is that of this and of every later sound system; mute leaves the beat to be seen', () => {
    metronome.setVolume(0)
    metronome.start(bpm(60))
    expect(sound().volume()).toBe(0)
    pass(2)
    expect(beatNow()?.index).toBe(1)
    metronome.setVolume(0.5)
    expect(sound().volume()).toBe(0.5)
  })
})

describe('a change of tempo', () => {
  test('[MT4] to a much faster one is heard 0.2 s later, not when the slow beat ends, and is exact from there', () => {
    metronome.start(bpm(40))
    pass(1)
    const changedAt = sound().now()
    metronome.setTempo(bpm(160))
    pass(3)
    const [, next, ...later] = heard()
    expect(next).toBeCloseTo(changedAt + 0.2)
    expect(new Set(intervals([next ?? 0, ...later]))).toEqual(new Set([0.375]))
    expect(sound().cutOff()).toEqual([])
  })

  test('[MT4] stays when climb or pattern change right after it', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setTempo(bpm(50))
    metronome.setClimb({ settings: { kind: 'clean', step: 4, cleans: 3 }, goal: bpm(120) })
    pass(0.025)
    metronome.setTempo(bpm(40))
    metronome.setPattern(pattern({ beats: 3 }))
    pass(5)
    expect(metronome.tempo()).toBe(40)
    expect(intervals(heard()).slice(1)).toEqual([1.5, 1.5, 1.5])
  })
})

describe('silence', () => {
  test('[MT5] comes with the stop: nothing sounds later than 60 ms after it, and no click is cut', () => {
    metronome.setPattern(pattern({ subdivision: 4 }))
    metronome.start(bpm(208))
    pass(3)
    const stoppedAt = sound().now()
    metronome.stop()
    pass(3)
    expect(heard(stoppedAt + 0.06)).toEqual([])
    expect(sound().cutOff()).toEqual([])
    expect(metronome.state()).toBe('stopped')
  })

  test('[MT5] lets the audio system sleep two seconds later, unless it was started again', () => {
    metronome.start(bpm(120))
    metronome.stop()
    pass(1.9)
    metronome.start(bpm(120))
    pass(0.2)
    expect(sound().state()).toBe('running')
    metronome.stop()
    pass(2.1)
    expect(sound().state()).toBe('suspended')
  })

  test('[MT5] holds while dragged, and goes on from beat 1 afterwards with the tempo it was dragged to', () => {
    metronome.hold()
    metronome.release()
    expect(opened).toEqual([])
    metronome.start(bpm(120))
    pass(1)
    metronome.hold()
    const heldAt = sound().now()
    metronome.setTempo(bpm(100))
    pass(2)
    expect(heard(heldAt + 0.06)).toEqual([])
    expect(metronome.state()).toBe('held')

    const releasedAt = sound().now()
    metronome.release()
    pass(0.1)
    expect(beatNow()?.inBar).toBe(0)
    pass(1.9)
    expect(metronome.state()).toBe('running')
    expect(heard(releasedAt)[0]).toBeCloseTo(releasedAt + 0.05)
    expect(intervals(heard(releasedAt))).toEqual([0.6, 0.6, 0.6])
    metronome.hold()
    metronome.stop()
    metronome.release()
    expect(metronome.state()).toBe('stopped')
  })
})

describe('the pattern of a piece', () => {
  test('[CK1] accents, subdivisions and silent bars sound as they are set', () => {
    metronome.setPattern(pattern({ beats: 2, accent: true, subdivision: 2, rest: 1 }))
    metronome.start(bpm(60))
    pass(6)
    expect(intervals(heard())).toEqual([0.5, 0.5, 0.5, 2.5, 0.5, 0.5, 0.5])
    expect(sound().strengths().slice(0, 4)).toEqual(['accent', 'subdivision', 'beat', 'subdivision'])
  })

  test('[CK1] the count-in sounds once, at the start, and not after a drag', () => {
    metronome.setPattern(pattern({ beats: 3, countIn: true }))
    metronome.start(bpm(60))
    pass(1)
    expect(beatNow()?.bar).toBe(-1)
    metronome.hold()
    metronome.release()
    pass(1)
    expect(beatNow()?.bar).toBe(0)
  })

  test('[CK1] set while it runs, it begins with a bar at the next beat, and the grid stays', () => {
    metronome.start(bpm(120))
    pass(1.3)
    metronome.setPattern(pattern({ beats: 3, accent: true, countIn: true }))
    pass(5)
    expect(beatNow()).toMatchObject({ index: 12, bar: 3 })
    expect(new Set(intervals(heard()))).toEqual(new Set([0.5]))
    const accents = sound()
      .strengths()
      .flatMap((strength, index) => (strength === 'accent' ? index : []))
    expect(accents.slice(0, 3)).toEqual([3, 6, 9])
    expect(sound().cutOff()).toEqual([])
  })

  test('[CK1][MT4] a tempo that is set before a new pattern has begun begins with it', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setPattern(pattern({ subdivision: 4 }))
    metronome.setTempo(bpm(120))
    pass(2)
    expect(intervals(heard()).slice(0, 5)).toEqual([1, 1, 0.125, 0.125, 0.125])
  })
})

describe('a climb', () => {
  const settings = { kind: 'bars', step: 10, bars: 1 } as const
  const heardTempos = () => intervals(heard()).map(interval => Math.round(60 / interval))

  test('[TR4] takes its step on the first beat of the bar, also where the page is kept busy', () => {
    metronome.setClimb({ settings, goal: bpm(120) })
    metronome.start(bpm(100))
    pass(0.2)
    sound().pass(8)
    vi.advanceTimersByTime(25)
    expect(heardTempos().slice(0, 10)).toEqual([100, 100, 100, 100, 110, 110, 110, 110, 120, 120])
    expect(Math.max(...heardTempos())).toBe(120)
  })

  test('[TR4] a hand on the slider leads, and the climb goes on from there with the next bar', () => {
    metronome.setClimb({ settings, goal: bpm(200) })
    metronome.start(bpm(120))
    pass(1)
    metronome.setTempo(bpm(60))
    pass(0.1)
    expect(metronome.tempo()).toBe(60)
    pass(8)
    expect(metronome.tempo()).toBe(70)
    expect(new Set(heardTempos())).toEqual(new Set([120, 60, 70]))
    metronome.setClimb({ settings: { ...settings, step: 5 }, goal: bpm(200) })
    metronome.setPattern(pattern({ beats: 3 }))
    pass(5)
    expect(metronome.tempo()).toBe(75)
  })
})

/** Browsers differ in the state that an AudioContext reports while its output is being opened. */
const SLOW = [
  { reported: 'suspended', open: () => fakeSound('suspended'), run: () => sound().changeState('running') },
  {
    reported: 'running',
    open: () => {
      const opening = fakeSound('running')
      opening.freeze()
      return opening
    },
    run: () => sound().thaw(),
  },
] as const

for (const { reported, open, run } of SLOW) {
  describe(`a sound system that takes seconds to run and says meanwhile that it is ${reported}`, () => {
    beforeEach(() => {
      openNext = open
    })

    test('[MT19] is awaited, opened once, and then begins at once on beat 1 with what was set meanwhile', () => {
      metronome.start(bpm(60))
      pass(7)
      metronome.setPattern(pattern({ beats: 2, accent: true, countIn: true }))
      metronome.setClimb({ settings: { kind: 'bars', step: 20, bars: 1 }, goal: bpm(120) })
      // A second press only takes the new tempo.
      metronome.start(bpm(100))
      pass(0.9)
      expect(metronome.state()).toBe('starting')
      const ranAt = sound().now()
      run()
      pass(0.1)
      expect(metronome.state()).toBe('running')
      expect(heard()[0]).toBeCloseTo(ranAt + 0.05, 9)
      expect(beatNow()).toMatchObject({ index: 0, bar: -1 })
      pass(4)
      expect(sound().strengths().slice(0, 4)).toEqual(['accent', 'beat', 'accent', 'beat'])
      expect(intervals(heard()).slice(0, 6)).toEqual([0.6, 0.6, 0.6, 0.6, 0.5, 0.5])
      expect(sound().cutOff()).toEqual([])
      expect(opened).toHaveLength(1)
    })

    test('[MT19] is closed after 8 s, and the next press opens another one', () => {
      metronome.start(bpm(120))
      pass(7.95)
      expect(metronome.state()).toBe('starting')
      pass(0.1)
      expect(metronome.state()).toBe('timed-out')
      const [first] = opened
      expect(first?.isClosed()).toBe(true)
      expect(first?.clicks()).toEqual([])
      first?.changeState('running')
      expect(metronome.state()).toBe('timed-out')

      openNext = () => fakeSound()
      metronome.start(bpm(120))
      expect(opened).toHaveLength(2)
      pass(1)
      expect(metronome.state()).toBe('running')
      expect(heard()).toHaveLength(2)
    })

    test('[MT19] is silent and stays so after Stop, or when the step is left', () => {
      metronome.start(bpm(120))
      pass(1)
      metronome.stop()
      run()
      pass(20)
      expect(heard()).toEqual([])
      expect(metronome.state()).toBe('stopped')
      expect(sound().state()).toBe('suspended')
      expect(opened).toHaveLength(1)
    })

    test('[MT5][MT19] while the slider is dragged is silent, and on release begins with the count-in, once it runs', () => {
      metronome.setPattern(pattern({ countIn: true }))
      metronome.start(bpm(120))
      pass(0.5)
      metronome.hold()
      pass(9)
      expect(metronome.state()).toBe('held')
      metronome.release()
      expect(metronome.state()).toBe('starting')
      pass(1)
      run()
      pass(0.1)
      expect(beatNow()).toMatchObject({ index: 0, bar: -1 })
      expect(opened).toHaveLength(1)
    })
  })
}

describe('what can come between', () => {
  test('[MT19] Start pressed while the sound falls asleep after a stop is no interruption', () => {
    metronome.start(bpm(120))
    pass(1)
    metronome.stop()
    pass(2)
    // The browser was asked to suspend the sound and does so a moment after the press.
    sound().changeState('running')
    metronome.start(bpm(120))
    pass(0.025)
    const seen: string[] = []
    metronome.subscribe(() => seen.push(metronome.state()))
    const asleepAt = sound().now()
    sound().changeState('suspended')
    pass(2)
    sound().changeState('running')
    pass(1)
    expect(seen).toEqual(['running'])
    expect(heard(asleepAt)[0]).toBeCloseTo(asleepAt - 0.025 + 0.05, 9)
  })

  test('[MT10] after a phone call it goes on by itself, and a press during the call is not said to sound', () => {
    metronome.start(bpm(120))
    pass(1)
    sound().changeState('interrupted')
    metronome.start(bpm(120))
    pass(30)
    expect(metronome.state()).toBe('interrupted')
    sound().changeState('suspended')
    const resumedAt = sound().now()
    sound().changeState('running')
    pass(1)
    expect(metronome.state()).toBe('running')
    expect(heard(resumedAt)[0]).toBeCloseTo(resumedAt + 0.05)
  })

  test('[MT10] after a call that came and went during a drag, the release resumes', () => {
    metronome.start(bpm(120))
    pass(1)
    metronome.hold()
    sound().changeState('interrupted')
    pass(10)
    sound().changeState('suspended')
    pass(1)
    // Here only a press may resume the sound; earlier requests had no effect.
    const asked = sound().resumeCount()
    metronome.release()
    expect(sound().resumeCount()).toBeGreaterThan(asked)
    expect(metronome.state()).toBe('interrupted')
    const ranAt = sound().now()
    sound().changeState('running')
    pass(1.1)
    expect(metronome.state()).toBe('running')
    expect(heard(ranAt)[0]).toBeCloseTo(ranAt + 0.05)
    expect(opened).toHaveLength(1)
  })

  test('[MT10] a clock that stands still while it is said to run is woken, and needs a press when that was in vain', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().freeze()
    pass(0.6)
    expect(metronome.state()).toBe('interrupted')
    sound().changeState('running')
    expect(metronome.state()).toBe('running')
    pass(0.6)
    expect(metronome.state()).toBe('blocked')

    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed()).toBe(true)
    pass(2)
    expect(metronome.state()).toBe('running')
    expect(heard()).toHaveLength(4)
  })

  test('[MT10] an output that is pulled out suspends the sound: it goes on with the next output, or needs a press after 8 s', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().changeState('suspended')
    expect(metronome.state()).toBe('interrupted')
    sound().changeState('running')
    expect(metronome.state()).toBe('running')
    const since = sound().now()
    pass(2)
    expect(heard(since)[0]).toBeCloseTo(since + 0.05)

    sound().changeState('suspended')
    pass(8.1)
    expect(metronome.state()).toBe('blocked')
    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed()).toBe(true)
  })

  test('[MT10] a sound system that the browser closed is never said to run, and a press opens another', () => {
    metronome.start(bpm(120))
    pass(2)
    sound().changeState('closed')
    expect(metronome.state()).toBe('blocked')
    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    pass(0.1)
    expect(metronome.state()).toBe('running')
  })

  test('[MT10] without any sound system it fails aloud and can be tried again', () => {
    openNext = () => {
      throw new Error('no audio')
    }
    metronome.start(bpm(120))
    expect(metronome.state()).toBe('failed')
    openNext = () => fakeSound()
    metronome.start(bpm(120))
    pass(0.1)
    expect(metronome.state()).toBe('running')
  })
})
