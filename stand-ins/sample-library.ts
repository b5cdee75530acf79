import { randomUUID } from 'node:crypto'
import { nanoid } from 'nanoid'
import { dayAtUtcOffset } from '#core/library/day.ts'

type SamplePart = { name: string | null; tempos: readonly [first: number, reached: number] }

type SamplePiece = {
  name: string
  importance: number
  endTempo: number
  rhythm: 0 | 1 | 2
  parts: readonly SamplePart[]
}

/** The Free plan allows no more than four pieces. */
const PIECES: readonly SamplePiece[] = [
  {
    name: 'Bach: Invention No. 8',
    importance: 4,
    endTempo: 112,
    rhythm: 0,
    parts: [
      { name: 'Canon', tempos: [72, 108] },
      { name: 'Sequences', tempos: [66, 100] },
      { name: 'Last page', tempos: [60, 96] },
    ],
  },
  {
    name: 'Mozart: Sonata K. 545',
    importance: 3,
    endTempo: 132,
    rhythm: 1,
    parts: [
      { name: 'Exposition', tempos: [72, 104] },
      { name: 'Development', tempos: [63, 88] },
      { name: 'Recapitulation', tempos: [66, 92] },
    ],
  },
  {
    name: 'Chopin: Étude Op. 10/4',
    importance: 5,
    endTempo: 168,
    rhythm: 2,
    parts: [{ name: null, tempos: [56, 84] }],
  },
  {
    name: 'Satie: Gymnopédie No. 1',
    importance: 1,
    endTempo: 76,
    rhythm: 1,
    parts: [{ name: null, tempos: [60, 74] }],
  },
]

const WEEKS = 5
const DAY = 86_400_000
const MINUTE = 60_000

export function createSampleChanges(now: number): { id: string }[] {
  return PIECES.flatMap(piece => {
    const parts = piece.parts.map(part => ({ ...part, id: nanoid() }))
    const begun = now - WEEKS * 7 * DAY
    const pieceId = randomUUID()
    const create = change('piece.create', begun, {
      id: pieceId,
      name: piece.name,
      importance: piece.importance,
      endTempo: piece.endTempo,
      parts: parts.map(({ id, name, tempos }) => ({ id, name, currentTempo: tempos[0] })),
    })
    const days = Array.from({ length: WEEKS * 7 - 1 }, (_, index) => WEEKS * 7 - 1 - index)
    const practiced = days
      .filter(day => day % 3 === piece.rhythm)
      .flatMap(daysAgo => {
        const progress = 1 - (daysAgo - 1) / (WEEKS * 7 - 2)
        return parts.map(({ id, tempos: [first, reached] }, index) =>
          change('practice.add', now - daysAgo * DAY + index * 5 * MINUTE, {
            id: randomUUID(),
            pieceId,
            partId: id,
            tempo: Math.round(first + (reached - first) * progress),
            seconds: 180 + 15 * ((daysAgo * 7 + index * 3) % 13),
            day: dayAtUtcOffset(now - daysAgo * DAY, 0),
          }),
        )
      })
    return [create, ...practiced]
  })
}

const change = (kind: string, at: number, args: object) => ({
  id: randomUUID(),
  kind,
  at,
  args,
})
