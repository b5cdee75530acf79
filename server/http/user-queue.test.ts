import { expect, test } from 'vitest'
import { createUserQueue } from './user-queue.ts'

test('[LS23] runs one work of a user at a time, in order, and lets another user go at once', async () => {
  const runQueued = createUserQueue(2)
  const log: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    await gate.promise
    return name
  }
  const [first, second, third] = ['first', 'second', 'third'].map(name => runQueued('kai', work(name)))
  expect(await runQueued('kai', work('fourth'))).toEqual({ kind: 'too-many' })
  const others = runQueued('clara', work('clara'))
  await expect.poll(() => log).toEqual(['first begins', 'clara begins'])
  gates.get('clara')?.resolve()
  expect(await others).toEqual({ kind: 'done', value: 'clara' })
  gates.get('first')?.reject(new Error('it failed'))
  await expect(first).rejects.toThrow('it failed')
  await expect.poll(() => log.at(-1)).toBe('second begins')
  gates.get('second')?.resolve()
  await second
  await expect.poll(() => log.at(-1)).toBe('third begins')
  gates.get('third')?.resolve()
  expect(await third).toEqual({ kind: 'done', value: 'third' })
  // Nothing is left behind: whoever comes now goes at once.
  void runQueued('kai', work('fifth'))
  await expect.poll(() => log.at(-1)).toBe('fifth begins')
})
