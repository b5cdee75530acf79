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

let sound: FakeSound
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  sound = fakeSound()
  metronome = new Metronome(
    () => sound,
    () => false,
  )
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => passTime(sound, seconds)
const upTo = (time: number) => sound.clicks().filter(at => at < time)

describe('the pattern of a piece', () => {
  test('[CK1] accents, subdivisions and silent bars sound as they are set', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 2, accent: true, subdivision: 2, rest: 1 })
    metronome.start(bpm(60))
    pass(6)
    expect(intervals(upTo(sound.now()))).toEqual([0.5, 0.5, 0.5, 2.5, 0.5, 0.5, 0.5])
    expect(sound.strengths().slice(0, 5)).toEqual(['accent', 'subdivision', 'beat', 'subdivision', 'accent'])
  })

  test('[CK1] the count-in sounds once, at the start, and not after a drag', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3, countIn: true })
    metronome.start(bpm(60))
    pass(1)
    expect(metronome.beatAt(sound.now() * 1000 + 100)?.bar).toBe(-1)
    metronome.hold()
    metronome.release()
    pass(1)
    expect(metronome.beatAt(sound.now() * 1000 + 100)?.bar).toBe(0)
  })

  test('[CK1] set while it runs, it begins with a bar at the next beat, and the grid stays', () => {
    metronome.start(bpm(120))
    pass(1.3)
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3, accent: true })
    pass(5)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.5]))
    const accents = sound.strengths().flatMap((strength, index) => (strength === 'accent' ? index : []))
    expect(accents.slice(0, 3)).toEqual([3, 6, 9])
    expect(sound.cut()).toEqual([])
  })

  test('[CK1][MT4] a tempo that is set before a new pattern has begun begins with it', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.setTempo(bpm(120))
    pass(2)
    expect(intervals(upTo(sound.now())).slice(0, 5)).toEqual([1, 1, 0.125, 0.125, 0.125])
  })

  test('[MT4] with subdivisions a change of tempo leaves no odd interval either', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.start(bpm(60))
    pass(2.4)
    const changedAt = sound.now()
    metronome.setTempo(bpm(120))
    pass(4)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.25, 0.125]))
    const clicks = upTo(sound.now())
    const firstNew = clicks.find((_, index) => intervals(clicks)[index] === 0.125) ?? Infinity
    expect(firstNew - changedAt).toBeLessThan(0.2 + 1)
  })

  test('[MT4] with subdivisions a faster tempo is heard at once, within the beat', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, accent: true, subdivision: 2 })
    metronome.start(bpm(40))
    pass(0.3)
    metronome.setTempo(bpm(160))
    pass(3)
    expect(new Set(intervals(upTo(sound.now()).slice(1)))).toEqual(new Set([0.1875]))
    expect(intervals(upTo(sound.now()))[0]).toBeCloseTo(0.45)
    expect(sound.strengths().slice(0, 5)).toEqual(['accent', 'subdivision', 'beat', 'subdivision', 'beat'])
  })

  test('[MT5] a stop takes back the subdivisions of the beat that sounds', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.start(bpm(40))
    pass(1)
    const stoppedAt = sound.now()
    metronome.stop()
    expect(sound.clicks().filter(at => at > stoppedAt + 0.06)).toEqual([])
    expect(sound.cut()).toEqual([])
  })
})

describe('a climb', () => {
  const settings = { kind: 'bars', step: 10, bars: 1 } as const
  const heardTempos = () => new Set(intervals(upTo(sound.now())).map(interval => Math.round(60 / interval)))

  test('[TR4] takes its step on the first beat of the bar, also where the page is kept busy', () => {
    metronome.setClimb({ settings, goal: bpm(120) })
    metronome.start(bpm(100))
    pass(0.2)
    sound.pass(8)
    vi.advanceTimersByTime(25)
    const steps = intervals(upTo(sound.now())).map(interval => Math.round(60 / interval))
    expect(steps.slice(0, 10)).toEqual([100, 100, 100, 100, 110, 110, 110, 110, 120, 120])
    expect(Math.max(...steps)).toBe(120)
  })

  test('[TR4] tells of each step when it sounds, and the same tempo said back changes nothing', () => {
    metronome.setClimb({ settings, goal: bpm(120) })
    metronome.start(bpm(100))
    pass(0.05)
    const told: number[] = []
    metronome.subscribe(() => {
      told.push(metronome.tempo())
      metronome.setTempo(metronome.tempo())
    })
    pass(8)
    expect(told).toEqual([110, 120])
    expect(heardTempos()).toEqual(new Set([100, 110, 120]))
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
    expect(heardTempos()).toEqual(new Set([120, 60, 70]))
  })
})

test('[MT14] the volume is that of this and of every later sound system; mute leaves the beat to be seen', () => {
  metronome.setVolume(0)
  metronome.start(bpm(60))
  expect(sound.volume()).toBe(0)
  pass(2)
  expect(metronome.beatAt(sound.now() * 1000)?.index).toBe(1)
  metronome.setVolume(0.5)
  expect(sound.volume()).toBe(0.5)
})
