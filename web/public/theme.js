// Runs before the first paint, so that a chosen theme never flashes the other one. See src/theme/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the device's own theme it is.
}
