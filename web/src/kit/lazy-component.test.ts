import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createLazyComponent } from './lazy-component.tsx'

const Tempo = ({ bpm }: { bpm: number }) => `${bpm} bpm`
const drawn = (part: ReturnType<typeof createLazyComponent<{ bpm: number }>>) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'empty' }, createElement(part.View, { bpm: 96 })))

describe('a part whose code comes later', () => {
  test('what was loaded before is drawn at once, what was not leaves its place empty', async () => {
    const part = createLazyComponent(async () => ({ default: Tempo }))
    expect(drawn(part)).toBe('empty')
    await part.load()
    expect(drawn(part)).toBe('96 bpm')
  })

  test('what could not be loaded is asked for again', async () => {
    let hasNetwork = false
    const part = createLazyComponent(async () => {
      if (!hasNetwork) throw new Error('no network')
      return { default: Tempo }
    })
    await expect(part.load()).rejects.toThrow('no network')
    expect(drawn(part)).toBe('empty')
    hasNetwork = true
    await part.load()
    expect(drawn(part)).toBe('96 bpm')
  })
})
