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
let isHidden: boolean
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  sound = fakeSound()
  isHidden = false
  metronome = new Metronome(
    () => sound,
    () => isHidden,
  )
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => passTime(sound, seconds)
const upTo = (time: number) => sound.clicks().filter(at => at < time)

describe('a running metronome', () => {
  test('[MT2] orders its first beat inside the press, 50 ms ahead, without waiting for anything', () => {
    metronome.start(bpm(120))
    expect(sound.clicks()[0]).toBeCloseTo(10.05)
    expect(sound.asked()).toBe(1)
    pass(0.05)
    expect(metronome.state()).toBe('running')
  })

  test('[MT2] clicks every 60 / bpm seconds, for as long as it runs', () => {
    metronome.start(bpm(133))
    pass(30)
    const heard = upTo(sound.now())
    expect(heard).toHaveLength(Math.ceil((30 - 0.05) / (60 / 133)))
    heard.forEach((time, index) => expect(time).toBeCloseTo(10.05 + (index * 60) / 133, 9))
  })

  test('[MT2] pressed again while it runs, it only takes the new tempo', () => {
    metronome.start(bpm(120))
    pass(1)
    const ordered = sound.clicks()[0]
    metronome.start(bpm(60))
    expect(sound.clicks()[0]).toBe(ordered)
    pass(4)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.5, 1]))
  })

  test('[BG1] a page that stalls for nine seconds loses no beat', () => {
    metronome.start(bpm(120))
    pass(1)
    sound.pass(9)
    vi.advanceTimersByTime(25)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.5]))
  })

  test('[BG1] a hidden page has beats for the minute in which its timers may not fire', () => {
    metronome.start(bpm(208))
    isHidden = true
    metronome.fill()
    expect((sound.clicks().at(-1) ?? 0) - sound.now()).toBeGreaterThan(69)
  })

  test('[BG1] when even that runs out, beats are left out and the grid stays', () => {
    metronome.start(bpm(120))
    sound.pass(30.2)
    vi.advanceTimersByTime(25)
    const beats = ((sound.clicks().find(at => at >= sound.now()) ?? 0) - 10.05) / 0.5
    expect(beats).toBeCloseTo(Math.round(beats), 9)
    expect(Math.min(...intervals(sound.clicks()))).toBe(0.5)
  })
})

describe('a change of tempo', () => {
  test('[MT4] is heard after the look-ahead and one beat at the latest, without any odd interval', () => {
    metronome.start(bpm(133))
    pass(3.3)
    const changedAt = sound.now()
    metronome.setTempo(bpm(97))
    pass(6)
    const times = upTo(sound.now())
    const [old, changed] = [60 / 133, 60 / 97].map(step => Number(step.toFixed(6)))
    expect(new Set(intervals(times))).toEqual(new Set([old, changed]))
    const firstNew = times.findIndex((_, index) => intervals(times)[index] === changed)
    expect((times[firstNew] ?? Infinity) - changedAt).toBeLessThan(0.2 + 60 / 133)
  })

  test('[MT4] to a much faster one is heard 0.2 s later, not when the slow beat ends, and is exact from there', () => {
    metronome.start(bpm(40))
    pass(1)
    const changedAt = sound.now()
    metronome.setTempo(bpm(160))
    pass(3)
    const [, next, ...later] = upTo(sound.now())
    expect(next).toBeCloseTo(changedAt + 0.2)
    expect(new Set(intervals([next ?? 0, ...later]))).toEqual(new Set([0.375]))
    expect(sound.cut()).toEqual([])
  })

  test('[MT4] a change on each tick neither silences the click nor bunches it', () => {
    metronome.start(bpm(40))
    for (let tempo = 40; tempo <= 160; tempo++) {
      metronome.setTempo(bpm(tempo))
      pass(0.025)
    }
    pass(1)
    const gaps = intervals(upTo(sound.now()))
    expect(Math.max(...gaps)).toBeLessThan(1.5)
    expect(Math.min(...gaps)).toBe(0.375)
    expect(gaps.slice(-2)).toEqual([0.375, 0.375])
  })

  test('[MT4] a change of the climb or of the pattern right after it leaves the new tempo', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setTempo(bpm(50))
    metronome.setClimb({ settings: { kind: 'clean', step: 4, cleans: 3 }, goal: bpm(120) })
    pass(0.025)
    metronome.setTempo(bpm(40))
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3 })
    pass(5)
    expect(metronome.tempo()).toBe(40)
    expect(intervals(upTo(sound.now())).slice(1)).toEqual([1.5, 1.5, 1.5])
  })
})

describe('silence', () => {
  test('[MT5] comes with the stop: nothing sounds later than 60 ms after it, and no click is cut', () => {
    metronome.start(bpm(208))
    pass(3)
    const stoppedAt = sound.now()
    metronome.stop()
    pass(3)
    expect(sound.clicks().filter(at => at > stoppedAt + 0.06)).toEqual([])
    expect(sound.cut()).toEqual([])
    expect(metronome.state()).toBe('stopped')
  })

  test('[MT5] lets the audio system sleep two seconds later, unless it was started again', () => {
    metronome.start(bpm(120))
    metronome.stop()
    pass(1.9)
    expect(sound.state()).toBe('running')
    pass(0.2)
    expect(sound.state()).toBe('suspended')

    sound.become('running')
    metronome.start(bpm(120))
    metronome.stop()
    metronome.start(bpm(120))
    pass(3)
    expect(sound.state()).toBe('running')
  })
})

describe('what can come between', () => {
  test('[MT10] after a phone call it goes on by itself', () => {
    metronome.start(bpm(120))
    pass(1)
    sound.become('interrupted')
    expect(metronome.state()).toBe('interrupted')
    pass(30)
    expect(metronome.state()).toBe('interrupted')
    sound.become('suspended')
    const resumedAt = sound.now()
    sound.become('running')
    expect(metronome.state()).toBe('running')
    expect(sound.clicks().find(at => at > resumedAt)).toBeCloseTo(resumedAt + 0.05)
  })

  test('[MT10] a clock that stands still while it is said to run is woken, and needs a press when that was in vain', () => {
    const opened: FakeSound[] = []
    const metronome = new Metronome(
      () => {
        sound = fakeSound()
        opened.push(sound)
        return sound
      },
      () => false,
    )
    metronome.start(bpm(120))
    pass(2)
    sound.freeze()
    pass(0.6)
    expect(metronome.state()).toBe('interrupted')
    sound.become('running')
    expect(metronome.state()).toBe('running')
    pass(0.6)
    expect(metronome.state()).toBe('blocked')

    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed()).toBe(true)
    pass(2)
    expect(metronome.state()).toBe('running')
    expect(upTo(sound.now())).toHaveLength(4)
  })

  test('[MT10] without any sound system it fails aloud and can be tried again', () => {
    let fails = true
    const stubborn = new Metronome(
      () => {
        if (fails) throw new Error('no audio')
        return sound
      },
      () => false,
    )
    stubborn.start(bpm(120))
    expect(stubborn.state()).toBe('failed')
    fails = false
    stubborn.start(bpm(120))
    pass(0.05)
    expect(stubborn.state()).toBe('running')
  })
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
