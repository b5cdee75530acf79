// Before the first paint, so that a chosen theme never flashes the other one, and when another tab chooses; see
// src/theme/theme.ts. No theme is an empty one: the device's own.
const root = document.documentElement
function showTheme() {
  try {
    root.dataset.theme = localStorage.getItem('theme') ?? ''
  } catch {
    // Storage is blocked.
  }
}
// The first color is for the day, the second for the night; a chosen theme takes one of them for both.
const bars = [...document.querySelectorAll('meta[name=theme-color]')]
const [day, night] = bars.map(bar => bar.content)
function showBar() {
  const { theme } = root.dataset
  bars[0].content = theme === 'dark' ? night : day
  bars[1].content = theme === 'light' ? day : night
}
showTheme()
showBar()
addEventListener('storage', showTheme)
new MutationObserver(showBar).observe(root, { attributeFilter: ['data-theme'] })
