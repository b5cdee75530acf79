import { expect, test } from 'vitest'
import { tappedTempo } from '#core/tap-tempo.ts'
import { tapWiring } from './tap-wiring.ts'

const finger = (timeStamp: number) => ({ timeStamp, button: 0 })
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

test('[UI8] the tempo comes from where the finger lands, and the click that follows is its echo', () => {
  const wiring = tapWiring()
  wiring.pointerDown(finger(1000))
  wiring.click({ timeStamp: 1240 })
  const taps = wiring.pointerDown(finger(1500))
  expect(wiring.click({ timeStamp: 1890 })).toBe(taps)
  expect(tappedTempo(taps)).toBe(120)
})

test('[UI8] space and enter tap once however long they are held, and neither scrolls nor sends a form', () => {
  const wiring = tapWiring()
  const first = key(0)
  wiring.keyDown(first)
  wiring.keyDown(key(300, ' ', true))
  wiring.click({ timeStamp: 480 })
  const taps = wiring.keyDown(key(600, 'Enter'))
  expect(taps).toEqual([0, 600])
  expect(first.prevented).toBe(true)
})

test('[UI8] another key is no tap and keeps its meaning', () => {
  const wiring = tapWiring()
  const tab = key(0, 'Tab')
  expect(wiring.keyDown(tab)).toEqual([])
  expect(tab.prevented).toBe(false)
})

test('[UI8] a click alone, as a screen reader makes it, is a tap; another button of a mouse is none', () => {
  const wiring = tapWiring()
  expect(wiring.pointerDown({ timeStamp: 0, button: 2 })).toEqual([])
  wiring.click({ timeStamp: 100 })
  expect(tappedTempo(wiring.click({ timeStamp: 1100 }))).toBe(60)
})

test('[UI8] leaving the button begins anew', () => {
  const wiring = tapWiring()
  wiring.pointerDown(finger(0))
  wiring.reset()
  expect(wiring.pointerDown(finger(500))).toEqual([500])
})
