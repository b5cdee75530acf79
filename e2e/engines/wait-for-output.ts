import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Rejects with the whole output if the program exits before it matches. */
export function waitForOutput(
  child: ChildProcess,
  output: Readable,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    // Continues to read after the match, because a program blocks when its pipe is full.
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const match = pattern.exec(text)
      if (match !== null) resolve(match)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`ended with ${code}:\n${text}`)))
  })
}
