import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Waits until a program's output matches. Rejects with the whole output if the program ends before. */
export function waitForOutput(
  child: ChildProcess,
  output: Readable,
  wanted: RegExp,
): Promise<RegExpExecArray> {
  let said = ''
  return new Promise((resolve, reject) => {
    // Reads on after the match: a program blocks when its pipe is full.
    output.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      const match = wanted.exec(said)
      if (match !== null) resolve(match)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`ended with ${code}:\n${said}`)))
  })
}
