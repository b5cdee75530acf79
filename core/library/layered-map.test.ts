import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LayeredMap } from './layered-map.ts'

type Step = { kind: 'set'; key: number; value: number } | { kind: 'delete'; key: number } | { kind: 'copy' }

const key = fc.nat(30)
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'copy' }) },
)
const entriesOf = (map: ReadonlyMap<number, number>) => [...map].toSorted(([a], [b]) => a - b)

test('[LI14] a layered map holds what a copied one would, and so does every map it was copied from', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(aStep, { maxLength: 80 }), (base, steps) => {
      let plain = new Map(base)
      let layered = LayeredMap.over(new Map(base))
      const copied: [ReadonlyMap<number, number>, ReadonlyMap<number, number>][] = []
      for (const step of steps) {
        if (step.kind === 'set') {
          plain.set(step.key, step.value)
          layered.set(step.key, step.value)
        } else if (step.kind === 'delete') {
          plain.delete(step.key)
          layered.delete(step.key)
        } else {
          copied.push([layered, plain])
          plain = new Map(plain)
          layered = LayeredMap.over(layered)
        }
      }
      for (const [map, model] of [...copied, [layered, plain] as const]) {
        expect(entriesOf(map)).toEqual(entriesOf(model))
        expect(map.size).toBe(model.size)
        for (let each = 0; each <= 30; each += 1) {
          expect(map.get(each)).toBe(model.get(each))
          expect(map.has(each)).toBe(model.has(each))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('[LI14] what is set after a copy was made shows in neither direction', () => {
  const original = LayeredMap.over(new Map([['a', 1]]))
  original.set('b', 2)
  const copy = LayeredMap.over(original)
  original.set('c', 3)
  copy.set('d', 4)
  copy.delete('a')
  expect([...original.keys()]).toEqual(['a', 'b', 'c'])
  expect([...copy.keys()]).toEqual(['b', 'd'])
})

test('[LI14] keys keep the order in which they came, as in any map', () => {
  const map = LayeredMap.over(
    LayeredMap.over(
      new Map([
        [2, 'two'],
        [1, 'one'],
      ]),
    ),
  )
  map.set(3, 'three')
  map.set(2, 'again')
  expect([...map.entries()]).toEqual([
    [2, 'again'],
    [1, 'one'],
    [3, 'three'],
  ])
  const visited: unknown[] = []
  map.forEach((value, key) => visited.push(key, value))
  expect(visited).toEqual([2, 'again', 1, 'one', 3, 'three'])
})
