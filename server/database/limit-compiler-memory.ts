import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** Bytes of memory below which the optimizing compiler would be a danger to the process. */
const ENOUGH_BYTES = 2 * 2 ** 30

/**
 * Disables V8's optimizing WebAssembly compiler on machines and containers with less than 2 GB of memory, because
 * compiling PGlite with it takes 600 MB for a moment (rule DB23). Must be called before PGlite is loaded. Affects all
 * WebAssembly of the process.
 */
export function limitCompilerMemory(availableBytes: number = memoryOfMachine()): void {
  if (availableBytes >= ENOUGH_BYTES) return
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Returns the memory of the machine in bytes, or the limit of its container if that is lower. */
function memoryOfMachine(): number {
  // 0 or an absurdly large number means that there is no limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
