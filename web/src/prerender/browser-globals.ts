// What the app reads of a browser while its modules load and its screens render for the first time. Imported before
// the app. Effects and event handlers do not run here.
const page = new EventTarget()
Object.assign(globalThis, {
  window: globalThis,
  document: Object.assign(new EventTarget(), {
    documentElement: { dataset: {} },
    visibilityState: 'visible',
    cookie: '',
  }),
  history: { state: null },
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
})
