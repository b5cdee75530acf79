import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import { fakeSound, passTime, type FakeSound } from '#tests/metronome/fake-sound.ts'
import { Metronome } from './metronome.ts'

// What a sound system goes through: its output is pulled out, another one comes, it is closed by the browser.

let opened: FakeSound[]
let metronome: Metronome
const sound = () => opened.at(-1) ?? fakeSound()
const pass = (seconds: number) => passTime(sound(), seconds)

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  metronome = new Metronome(
    () => {
      const next = fakeSound()
      opened.push(next)
      return next
    },
    () => false,
  )
})

afterEach(() => {
  vi.useRealTimers()
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

test('[MT10] after an interruption in which it was stopped it stays silent', () => {
  metronome.start(bpm(120))
  pass(1)
  sound().become('interrupted')
  metronome.stop()
  sound().become('running')
  expect(metronome.state()).toBe('stopped')
  pass(1)
  expect(
    sound()
      .clicks()
      .filter(at => at > sound().now() - 0.9),
  ).toEqual([])
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
