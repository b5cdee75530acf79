import { expect, test } from 'vitest'
import { stopOnWalWriteFailure, type EmscriptenNodeFs } from './durable-file-system.ts'

const DATA = '/srv/dacapo/database'
const ENOSPC = 51
const ENOENT = 44

class Stopped extends Error {}

/** NODEFS whose operations all fail with one of Emscripten's error numbers. A node is its own path. */
function failingFiles(errno: number) {
  const fail = () => {
    // oxlint-disable-next-line typescript/only-throw-error -- as Emscripten does
    throw { name: 'ErrnoError', errno }
  }
  const files: EmscriptenNodeFs = {
    realPath: node => `${DATA}/${String(node)}`,
    node_ops: { mknod: fail, rename: fail, setattr: fail },
    stream_ops: { open: fail, setattr: fail, write: fail },
  }
  const faults: { path: string; code: string }[] = []
  stopOnWalWriteFailure(files, (path, code) => {
    faults.push({ path, code })
    throw new Stopped()
  })
  return { files, faults }
}

const writeTo = (files: EmscriptenNodeFs, node: string) => () => files.stream_ops.write({ node })

test.each(['pg_wal/xlogtemp.42', 'pg_wal/000000010000000000000002', 'global/pg_control'])(
  '[DB20] %s that finds no room ends the process at once',
  path => {
    const { files, faults } = failingFiles(ENOSPC)
    expect(writeTo(files, path)).toThrow(Stopped)
    expect(() => files.stream_ops.setattr({ node: path }, {})).toThrow(Stopped)
    expect(() => files.stream_ops.open({ node: path })).toThrow(Stopped)
    expect(() => files.node_ops.setattr(path, {})).toThrow(Stopped)
    const [folder, name] = path.split('/')
    expect(() => files.node_ops.mknod(folder, name, 0, 0)).toThrow(Stopped)
    expect(() => files.node_ops.rename('other', folder, name)).toThrow(Stopped)
    expect(faults).toEqual(Array.from({ length: 6 }, () => ({ path: `${DATA}/${path}`, code: 'ENOSPC' })))
  },
)

test.each([
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [69, 'EROFS'],
])('[DB20] error %i of the log, %s, ends the process as well', (errno, code) => {
  const { files, faults } = failingFiles(errno)
  expect(writeTo(files, 'pg_wal/000000010000000000000002')).toThrow(Stopped)
  expect(faults).toEqual([{ path: `${DATA}/pg_wal/000000010000000000000002`, code }])
})

test('[DB20] rows without room, and a file of the log that is not there, are left to PostgreSQL', () => {
  const full = failingFiles(ENOSPC)
  for (const path of ['base/5/16384', 'pg_wal/archive_status/x', 'base/pg_control'])
    expect(writeTo(full.files, path)).toThrow(expect.objectContaining({ errno: ENOSPC }))
  const missing = failingFiles(ENOENT)
  expect(writeTo(missing.files, 'pg_wal/1')).toThrow(expect.objectContaining({ errno: ENOENT }))
  expect([...full.faults, ...missing.faults]).toEqual([])
})
