import { expect } from '@playwright/test'
import { WEBDRIVER_KEYS, type KeyAction, type PointerAction, type EngineTab } from './engine.ts'
import { answerInTime, findInPage, type FoundElement, type ElementRole } from './find-in-page.ts'

/** A user of one tab, with real key and pointer input. Every method waits for the element with this accessible name. */
export type TabUser = {
  /** Waits until an element with this role and name is visible, and returns its name and value. */
  see(role: ElementRole, name: RegExp): Promise<FoundElement>
  /** Waits until no element with this role and name is visible. */
  miss(role: ElementRole, name: RegExp): Promise<void>
  press(role: ElementRole, name: RegExp): Promise<void>
  /** Replaces the text of a field, key by key. */
  fill(name: RegExp, text: string): Promise<void>
  /** Drags an element by its center to the right, in CSS pixels. */
  drag(role: ElementRole, name: RegExp, by: number): Promise<void>
  /** Waits until the page's address has this path. */
  at(path: string): Promise<void>
}

const POINTER = 'mouse'
const KEYBOARD = 'keyboard'

/** Creates the user of a tab. */
export function createTabUser(tab: EngineTab): TabUser {
  /** Returns the reason if nothing was found. The next look asks again, also after one that had no answer. */
  const look = async (role: ElementRole, name: RegExp): Promise<FoundElement | string> =>
    ((await answerInTime(tab.evaluate(findInPage(role, name)))) as FoundElement | string | null) ?? NOT_FOUND

  const see = (role: ElementRole, name: RegExp) =>
    waitUntil(`${role} ${String(name)} is on screen`, () => look(role, name))

  /** Waits until `find` returns an element. If it never does, the failure names the last reason that it returned. */
  async function waitUntil(
    message: string,
    find: () => Promise<FoundElement | string>,
  ): Promise<FoundElement> {
    let found: FoundElement | string = NOT_FOUND
    await expect.poll(async () => (found = await find()), { message, ...WAITING }).toEqual(expect.any(Object))
    if (typeof found === 'string') throw new Error('unreachable')
    return found
  }

  const pointer = (...actions: PointerAction[]) => tab.perform([{ type: 'pointer', id: POINTER, actions }])
  const keyboard = (actions: KeyAction[]) => tab.perform([{ type: 'key', id: KEYBOARD, actions }])
  const stroke = (value: string): KeyAction[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]

  async function press(role: ElementRole, name: RegExp): Promise<void> {
    // A press would miss an element that still moves, or hit the toast above it.
    const { x, y } = await seeAtRest(role, name)
    await pointer(
      move(x, y),
      { type: 'pointerDown', button: 0 },
      // A finger rests for a moment, in which what the press has caused is drawn.
      move(x, y, 50),
      { type: 'pointerUp', button: 0 },
    )
  }

  function seeAtRest(role: ElementRole, name: RegExp): Promise<FoundElement> {
    return waitUntil(`${role} ${String(name)} can be pressed`, async () => {
      const before = await look(role, name)
      // Firefox scrolls back to a field that was just typed in, together with the next frame.
      await answerInTime(tab.evaluate(TWO_FRAMES))
      const found = await look(role, name)
      if (typeof found === 'string') return found
      if (!found.isOnTop) return `covered at ${found.x}, ${found.y}`
      const isAtRest = typeof before !== 'string' && found.x === before.x && found.y === before.y
      return isAtRest ? found : 'moving'
    })
  }

  return {
    see,
    async miss(role, name) {
      await expect
        .poll(() => look(role, name), {
          message: `${role} ${String(name)} is not on screen`,
          ...WAITING,
        })
        .toBe(NOT_FOUND)
    },
    press,
    async fill(name, text) {
      await press('field', name)
      const { value } = await see('field', name)
      const emptying = Array.from(value ?? '', () => stroke(WEBDRIVER_KEYS.Backspace)).flat()
      await keyboard([...stroke(WEBDRIVER_KEYS.End), ...emptying, ...Array.from(text, stroke).flat()])
      await expect
        .poll(() => look('field', name), {
          message: `${String(name)} holds what was typed`,
          ...WAITING,
        })
        .toMatchObject({ value: text })
    },
    async drag(role, name, by) {
      const { x, y } = await seeAtRest(role, name)
      await pointer(
        move(x, y),
        { type: 'pointerDown', button: 0 },
        move(x + by / 2, y, 50),
        move(x + by, y, 50),
        { type: 'pointerUp', button: 0 },
      )
    },
    async at(path) {
      await expect
        .poll(() => answerInTime(tab.evaluate('location.pathname')), {
          message: `the address is ${path}`,
          ...WAITING,
        })
        .toBe(path)
    },
  }
}

const NOT_FOUND = 'not there'

const TWO_FRAMES = 'new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))'

// Milliseconds. Stated here because a bench has no configuration of Playwright.
const WAITING = { intervals: [20, 50, 100], timeout: 30_000 }

const move = (x: number, y: number, duration = 0): PointerAction => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration,
})
