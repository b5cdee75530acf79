import { expect } from '@playwright/test'
import { WEBDRIVER_KEYS, type KeyAction, type PointerAction, type EngineTab } from './engine.ts'
import { valueOrReason, findInPage, type FoundElement, type ElementRole } from './find-in-page.ts'

/** Real key and pointer input in a tab. Every method waits for the element with this role and accessible name. */
export type TabUser = {
  see(role: ElementRole, name: RegExp): Promise<FoundElement>
  seeNone(role: ElementRole, name: RegExp): Promise<void>
  press(role: ElementRole, name: RegExp): Promise<void>
  fill(name: RegExp, text: string): Promise<void>
  drag(role: ElementRole, name: RegExp, rightPixels: number): Promise<void>
  at(path: string): Promise<void>
}

const POINTER = 'mouse'
const KEYBOARD = 'keyboard'

export function createTabUser(tab: EngineTab): TabUser {
  const find = async (role: ElementRole, name: RegExp): Promise<FoundElement | string> =>
    ((await valueOrReason(tab.evaluate(findInPage(role, name)))) as FoundElement | string | null) ?? NOT_FOUND

  const see = (role: ElementRole, name: RegExp) =>
    waitForElement(`${role} ${String(name)} is on screen`, () => find(role, name))

  async function waitForElement(
    message: string,
    attempt: () => Promise<FoundElement | string>,
  ): Promise<FoundElement> {
    let found: FoundElement | string = NOT_FOUND
    await expect
      .poll(async () => (found = await attempt()), { message, ...POLLING })
      .toEqual(expect.any(Object))
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
    // A press would miss a moving element, or hit the toast above it.
    const { x, y } = await seeAtRest(role, name)
    await pointer(
      move(x, y),
      { type: 'pointerDown', button: 0 },
      // A finger stays down for a moment, in which the browser draws the effects of the press.
      move(x, y, 50),
      { type: 'pointerUp', button: 0 },
    )
  }

  function seeAtRest(role: ElementRole, name: RegExp): Promise<FoundElement> {
    return waitForElement(`${role} ${String(name)} can be pressed`, async () => {
      const before = await find(role, name)
      // Firefox scrolls back to a field after typing, in the next frame.
      await valueOrReason(tab.evaluate(TWO_FRAMES))
      const found = await find(role, name)
      if (typeof found === 'string') return found
      if (!found.isOnTop) return `covered at ${found.x}, ${found.y}`
      const isAtRest = typeof before !== 'string' && found.x === before.x && found.y === before.y
      return isAtRest ? found : 'moving'
    })
  }

  return {
    see,
    async seeNone(role, name) {
      await expect
        .poll(() => find(role, name), { message: `${role} ${String(name)} is not on screen`, ...POLLING })
        .toBe(NOT_FOUND)
    },
    press,
    async fill(name, text) {
      await press('field', name)
      const { value } = await see('field', name)
      const deletion = Array.from(value ?? '', () => stroke(WEBDRIVER_KEYS.Backspace)).flat()
      await keyboard([...stroke(WEBDRIVER_KEYS.End), ...deletion, ...Array.from(text, stroke).flat()])
      await expect
        .poll(() => find('field', name), { message: `${String(name)} holds what was typed`, ...POLLING })
        .toMatchObject({ value: text })
    },
    async drag(role, name, rightPixels) {
      const { x, y } = await seeAtRest(role, name)
      await pointer(
        move(x, y),
        { type: 'pointerDown', button: 0 },
        move(x + rightPixels / 2, y, 50),
        move(x + rightPixels, y, 50),
        { type: 'pointerUp', button: 0 },
      )
    },
    async at(path) {
      await expect
        .poll(() => valueOrReason(tab.evaluate('location.pathname')), {
          message: `the address is ${path}`,
          ...POLLING,
        })
        .toBe(path)
    },
  }
}

const NOT_FOUND = 'not there'

const TWO_FRAMES = 'new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))'

// Milliseconds. A bench has no Playwright configuration with defaults.
const POLLING = { intervals: [20, 50, 100], timeout: 30_000 }

const move = (x: number, y: number, duration = 0): PointerAction => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration,
})
