// The last page of a sign-in popup: tells the page that has opened it how it ended. See src/identity/social-sign-in.ts.
const query = new URLSearchParams(location.search)
const ended = { attempt: query.get('attempt'), outcome: query.get('outcome') }
const channel = new BroadcastChannel('dacapo-sign-in')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
channel.postMessage(ended)
// Not at once, or the message would go down with the page.
setTimeout(() => {
  channel.close()
  window.close()
}, 100)
// A popup that a provider's page has cut off from whoever opened it may not close itself: it goes on as the app.
setTimeout(() => location.replace('/'), 1500)
