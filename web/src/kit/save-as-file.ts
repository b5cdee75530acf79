/** Hands a file to the browser to keep, wherever it puts such files. */
export function saveAsFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun by then; Safari needs the address a little longer than the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
