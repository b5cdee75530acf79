import { crc32, deflateSync } from 'node:zlib'

const COLORS: Readonly<Record<string, readonly [red: number, green: number, blue: number]>> = {
  blue: [34, 77, 160],
  red: [176, 40, 60],
  slow: [40, 120, 80],
}

const SIDE = 96

export function renderSolidColorPicture(name: string): Buffer | null {
  const color = Object.hasOwn(COLORS, name) ? COLORS[name] : undefined
  if (color === undefined) return null
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2], 8) // eight bits for each of red, green and blue
  const line = [0, ...Array.from({ length: SIDE }, () => color).flat()]
  const pixels = Buffer.from(Array.from({ length: SIDE }, () => line).flat())
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
