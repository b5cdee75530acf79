declare global {
  interface Window {
    setImmediate(work: () => void): void
  }
}

const pending: (() => void)[] = []
const channel = new MessageChannel()
const send = () => channel.port2.postMessage(0)
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- which would need start() too
channel.port1.onmessage = () => pending.shift()?.()

// React's scheduler uses setImmediate where it exists, and otherwise sends itself a message. WebKit drops a message that
// is queued when the page enters the back/forward cache: the scheduler would wait for it forever, and the page that
// returns would never render again. Here it is sent a second time; if none was dropped, that has no effect (rule UI67).
window.setImmediate = work => {
  pending.push(work)
  send()
}
addEventListener('pageshow', send)
