/**
 * Prints one line for the person at the terminal.
 * @param {string} line
 */
export function printPlainLine(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints the output of a failed step and one sentence that explains it, then exits.
 * @param {string} output
 * @param {string} sentence
 * @returns {never}
 */
export function exitWithOutput(output, sentence) {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`)
  process.exit(1)
}
