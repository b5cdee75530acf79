import { expect, test } from 'vitest'
import { createDisplay, slowestTests } from './display.ts'

function aDisplay(isTerminal: boolean) {
  let now = 0
  let written = ''
  const display = createDisplay(
    { vitest: 130 },
    { write: text => (written += text), isTerminal, now: () => now },
  )
  return { display, pass: (seconds: number) => (now += seconds * 1000), written: () => written }
}

test('[TL19] a terminal shows what runs, how far it is, how long it has run and usually runs', () => {
  const { display, pass, written } = aDisplay(true)
  display.started('vitest')
  display.started('lint')
  pass(65)
  display.progressed('vitest', { done: 40, of: 178, unit: 'files' })
  display.tick()
  expect(written()).toBe('vitest 40 of 178 files 1:05 (usually 2:10)   lint 1:05')
})

test('[TL19] the line of what runs gives way to the result of a stage', () => {
  const { display, pass, written } = aDisplay(true)
  display.started('lint')
  display.tick()
  pass(9)
  expect(display.ended('lint', { passed: 1, failed: 0, output: '' })).toBe(9)
  expect(written()).toContain('\r\u001b[2Klint ')
  expect(written()).toMatch(/lint +1 ok +0:09\n$/)
})

test('[TL19] a log gets a line of progress only after it was quiet for a while', () => {
  const { display, pass, written } = aDisplay(false)
  display.started('vitest')
  pass(19)
  display.tick()
  expect(written()).toBe('')
  pass(1)
  display.tick()
  display.tick()
  expect(written()).toBe('  … vitest 0:20 (usually 2:10)\n')
})

test('[TL19] what a failed stage printed stands below its result', () => {
  const { display, written } = aDisplay(false)
  display.started('lint')
  display.ended('lint', { passed: 0, failed: 1, output: 'app.ts: unexpected any' })
  expect(written()).toContain('FAILED')
  expect(written()).toContain('\napp.ts: unexpected any\n')
})

test('[TL14] what was skipped stands below the result of its stage, with the reason', () => {
  const { display, written } = aDisplay(false)
  display.started('engines')
  display.ended('engines', { passed: 20, failed: 0, output: '', skips: ['WebKit: not installed'] })
  expect(written()).toMatch(/engines +20 ok .*\n  skipped: WebKit: not installed\n$/)
})

test('[TL19] the slowest tests of all stages are listed, slowest first', () => {
  const outcome = (...seconds: number[]) => ({
    passed: seconds.length,
    failed: 0,
    output: '',
    tests: seconds.map(one => ({ name: `test of ${one} s`, seconds: one })),
  })
  const list = slowestTests([outcome(1, 30), { passed: 1, failed: 0, output: '' }, outcome(2.25)], 2)
  expect(list.split('\n').slice(2)).toEqual(['   30.0 s  test of 30 s', '    2.3 s  test of 2.25 s'])
})
