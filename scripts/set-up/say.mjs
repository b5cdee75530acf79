/**
 * One calm line for the person at the terminal.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Ends the script with what a failed step printed and one sentence that says what it means.
 * @param {string} output
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(output, sentence) {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`)
  process.exit(1)
}
