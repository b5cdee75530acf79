import { expect, test } from 'vitest'
import { mergeConcurrentRuns } from './merge-concurrent-runs.ts'

/** Work that ends when the test says so, and tells what it was about. */
function slowWork() {
  const begun: string[] = []
  const ends: ((told: string) => void)[] = []
  return {
    begun,
    work: (about: string) => {
      begun.push(about)
      return new Promise<string>(resolve => ends.push(resolve))
    },
    end: (told: string) => ends.shift()?.(told),
  }
}

/** Until everything that was promised has happened. */
const settled = () => new Promise(resolve => setTimeout(resolve))

test('[FB3] what comes during a delivery goes right after it, once, and hears how that ended', async () => {
  const { begun, work, end } = slowWork()
  const deliver = mergeConcurrentRuns(work)
  const answers = [deliver('clara'), deliver('clara'), deliver('kai')]
  expect(begun).toEqual(['clara'])
  end('the first')
  await settled()
  expect(begun).toEqual(['clara', 'kai'])
  end('the second')
  expect(await Promise.all(answers)).toEqual(['the second', 'the second', 'the second'])
  void deliver('robert')
  expect(begun).toEqual(['clara', 'kai', 'robert'])
})

test.each([0, 1, 2, 3, 4, 5, 6])(
  '[FB3] who comes %i turns after a delivery has ended has one of their own',
  async turns => {
    const { begun, work, end } = slowWork()
    const deliver = mergeConcurrentRuns(work)
    void deliver('clara')
    end('done')
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    void deliver('kai')
    await settled()
    expect(begun).toEqual(['clara', 'kai'])
  },
)

test('[FB3] what came during a delivery that fails is not delivered again later', async () => {
  const begun: string[] = []
  const deliver = mergeConcurrentRuns(async (about: string) => {
    begun.push(about)
    await settled()
    if (about === 'clara') throw new Error('broken')
  })
  const answers = await Promise.allSettled([deliver('clara'), deliver('kai')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await deliver('robert')
  expect(begun).toEqual(['clara', 'robert'])
})

test('[FB3] a delivery that fails keeps none of the later ones from being made', async () => {
  let times = 0
  const deliver = mergeConcurrentRuns(async () => {
    times += 1
    if (times === 1) throw new Error('broken')
  })
  await expect(deliver(undefined)).rejects.toThrow('broken')
  await deliver(undefined)
  expect(times).toBe(2)
})
