import { expect, test } from 'vitest'
import { unclampedTappedTempo } from '#core/music/tap-tempo.ts'
import { createTapTimesRecorder } from './tap-button.tsx'

const finger = (timeStamp: number, pointerId = 1) => ({ timeStamp, button: 0, pointerId })
const echo = (timeStamp: number) => ({ timeStamp, detail: 1 })
const key = (timeStamp: number, name = ' ', repeat = false) => {
  const event = {
    timeStamp,
    key: name,
    repeat,
    prevented: false,
    preventDefault: () => (event.prevented = true),
  }
  return event
}

test('[TT8] the tempo comes from where the finger lands, and the click that follows is its echo', () => {
  const recorder = createTapTimesRecorder()
  recorder.pointerDown(finger(1000))
  recorder.click(echo(1240))
  const taps = recorder.pointerDown(finger(1500))
  expect(recorder.click(echo(1890))).toBe(taps)
  expect(unclampedTappedTempo(taps)).toBe(120)
})

test('[TT8] space and enter tap once however long they are held, and neither scrolls nor sends a form; other keys are no taps', () => {
  const recorder = createTapTimesRecorder()
  const first = key(0)
  const lifted = key(480)
  recorder.keyDown(first)
  recorder.keyDown(key(300, ' ', true))
  recorder.keyUp(lifted)
  const taps = recorder.keyDown(key(600, 'Enter'))
  expect(taps).toEqual([0, 600])
  const tab = key(700, 'Tab')
  expect(recorder.keyDown(tab)).toBe(taps)
  expect([first.prevented, tab.prevented]).toEqual([true, false])
  // In some browsers a prevented keydown still leads to the key's click.
  expect(lifted.prevented).toBe(true)
})

test('[TT8] a click alone, as a screen reader makes it, is a tap; another button of a mouse is none', () => {
  const recorder = createTapTimesRecorder()
  expect(recorder.pointerDown({ ...finger(0), button: 2 })).toEqual([])
  recorder.click({ timeStamp: 100, detail: 0 })
  expect(unclampedTappedTempo(recorder.click({ timeStamp: 1100, detail: 0 }))).toBe(60)
})

test('[TT8] two fingers in turn are taps, two together are one', () => {
  const recorder = createTapTimesRecorder()
  recorder.pointerDown(finger(0, 1))
  recorder.pointerDown(finger(10, 2))
  recorder.pointerDown(finger(500, 2))
  expect(recorder.pointerDown(finger(1000, 1))).toEqual([0, 500, 1000])
})

test('[TT8] a finger that pushes the page along did not tap', () => {
  const recorder = createTapTimesRecorder()
  recorder.pointerDown(finger(0))
  recorder.pointerDown(finger(500))
  recorder.pointerDown(finger(900))
  expect(recorder.pointerCancel({ pointerId: 1 })).toEqual([0, 500])
  recorder.pointerDown(finger(1000, 2))
  recorder.keyDown(key(1500))
  // The taps after it remain.
  expect(recorder.pointerCancel({ pointerId: 2 })).toEqual([0, 500, 1000, 1500])
})

test('[TT1] leaving the button begins anew', () => {
  const recorder = createTapTimesRecorder()
  recorder.pointerDown(finger(0))
  recorder.reset()
  expect(recorder.pointerDown(finger(500))).toEqual([500])
})
