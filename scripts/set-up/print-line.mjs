/**
 * Prints one line to standard output.
 * @param {string} line
 */
export function printPlainLine(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints the output of a failed step and a sentence that explains it to standard error, then exits with code 1.
 * @param {string} output
 * @param {string} sentence
 * @returns {never}
 */
export function exitWithOutput(output, sentence) {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`)
  process.exit(1)
}
