import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS } from './screen-files.ts'

const SOURCES = resolve(import.meta.dirname, '../../web/src/screens')

test.each(Object.entries(SCREENS))('the source of the screen at %s is there', (_, { source }) => {
  expect(existsSync(resolve(SOURCES, source))).toBe(true)
})
