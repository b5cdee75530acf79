/** Hands a text to the browser as a file to keep, wherever it puts such files. */
export function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
