// Before the first paint, so that a chosen theme never flashes the other one, and when another tab chooses; see
// src/theme/theme.ts. No theme is an empty one: the device's own.
function showTheme() {
  try {
    document.documentElement.dataset.theme = localStorage.getItem('theme') ?? ''
  } catch {
    // Storage is blocked.
  }
}
showTheme()
addEventListener('storage', showTheme)
