import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BENCH_USAGE, parseBenchArguments, QUICK_BENCHES } from './bench-arguments.ts'

const EXISTING = ['bytes', 'rounds', 'start']

describe('npm run bench', () => {
  test('runs every bench in full, or only the named ones', () => {
    expect(parseBenchArguments([], EXISTING)).toEqual({ size: 'full', benches: EXISTING })
    expect(parseBenchArguments(['start', 'bytes'], EXISTING)).toEqual({
      size: 'full',
      benches: ['bytes', 'start'],
    })
  })

  test('--quick runs the benches that have a quick form, or the named one of them', () => {
    expect(parseBenchArguments(['--quick'], EXISTING)).toEqual({
      size: 'quick',
      benches: ['bytes', 'rounds'],
    })
    expect(parseBenchArguments(['rounds', '--quick'], EXISTING)).toEqual({
      size: 'quick',
      benches: ['rounds'],
    })
  })

  test('an unknown option and an unknown name are named, and so is a bench without a quick form', () => {
    expect(parseBenchArguments(['--quik'], EXISTING)).toEqual({ problem: expect.stringContaining('--quik') })
    expect(parseBenchArguments(['bytes', 'round'], EXISTING)).toEqual({
      problem: 'There is no bench "round".',
    })
    expect(parseBenchArguments(['--quick', 'start'], EXISTING)).toEqual({
      problem: 'The bench "start" has no quick form.',
    })
  })

  test('help is given for the asking, and lists every option', () => {
    for (const asked of ['--help', '-h'])
      expect(parseBenchArguments([asked, 'rounds'], EXISTING)).toBe('help')
    for (const option of ['--quick', '--help']) expect(BENCH_USAGE).toContain(option)
  })

  test('every bench of --quick exists', () => {
    const files = readdirSync(import.meta.dirname)
    expect(QUICK_BENCHES.filter(name => !files.includes(`${name}.bench.ts`))).toEqual([])
  })
})
