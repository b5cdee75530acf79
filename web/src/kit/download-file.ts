export function downloadBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari needs the URL a little longer than the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
