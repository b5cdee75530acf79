import { describe, expect, test } from 'vitest'
import {
  canBePedalKey,
  normalizedKeyCode,
  parsePedalKeys,
  keyRoleForCode,
  actionForKeyRole,
} from './practice-shortcuts.ts'

describe('the keys of the music stand', () => {
  test('[PD1] each pair that pedals send from the factory goes forward and back', () => {
    const keysOf = (...codes: string[]) => new Set(codes.map(code => keyRoleForCode(code, null)))
    expect(keysOf('ArrowRight', 'PageDown', 'Enter')).toEqual(new Set(['forward']))
    expect(keysOf('ArrowLeft', 'PageUp')).toEqual(new Set(['backward']))
    expect([...keysOf('Space', 'ArrowUp', 'ArrowDown')]).toEqual(['click', 1, -1])
    const shifted = ['ArrowUp', 'ArrowDown', 'Space'].map(code =>
      normalizedKeyCode({ code, key: '', shiftKey: true }),
    )
    expect([...keysOf(...shifted)]).toEqual([5, -5, 'click'])
    expect(keysOf('KeyA', 'Tab', 'constructor', '')).toEqual(new Set([null]))
  })

  test('[PD1] the own pedal comes first, also where it sends keys that mean something else', () => {
    const pedal = { forward: 'ArrowDown', backward: 'ArrowUp' }
    expect(keyRoleForCode('ArrowDown', pedal)).toBe('forward')
    expect(keyRoleForCode('ArrowUp', pedal)).toBe('backward')
    expect(keyRoleForCode('PageDown', pedal)).toBe('forward')
  })

  test('[PD1] a pedal goes on and clicks, held it skips and goes back; in the trainer it answers', () => {
    const pressed = (isLong: boolean, isTraining: boolean) =>
      (['forward', 'backward'] as const).map(key => actionForKeyRole(key, isLong, isTraining))
    expect(pressed(false, false)).toEqual(['next', 'click'])
    expect(pressed(true, false)).toEqual(['skip', 'back'])
    expect(pressed(false, true)).toEqual(['clean', 'again'])
    expect(pressed(true, true)).toEqual(['next', 'click'])
  })

  test('[PD2] a pedal is two different keys, none of which moves about or leaves', () => {
    expect(parsePedalKeys({ forward: 'KeyN', backward: 'KeyP' })).toEqual({
      forward: 'KeyN',
      backward: 'KeyP',
    })
    for (const backward of ['KeyN', 'Tab', 1, undefined])
      expect(parsePedalKeys({ forward: 'KeyN', backward })).toBeNull()
    expect(parsePedalKeys('KeyN')).toBeNull()
    for (const code of ['Tab', 'Escape', 'ShiftLeft', 'F5', '']) expect(canBePedalKey(code)).toBe(false)
  })

  test('[PD2] a key without a code is known by its name, and one without either is not', () => {
    expect(normalizedKeyCode({ code: 'KeyN', key: 'n' })).toBe('KeyN')
    expect(['n', ' '].map(key => normalizedKeyCode({ code: '', key }))).toEqual(['n', 'Space'])
    expect(normalizedKeyCode({ code: 'Unidentified', key: 'Enter' })).toBe('Enter')
    for (const key of ['Unidentified', 'Process', '']) expect(normalizedKeyCode({ code: '', key })).toBe('')
    for (const key of ['Shift', 'Control', 'Tab'])
      expect(canBePedalKey(normalizedKeyCode({ code: '', key }))).toBe(false)
  })
})
