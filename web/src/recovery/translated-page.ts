type Change = (this: Node, ...args: unknown[]) => unknown

const CHANGES = ['appendChild', 'insertBefore', 'removeChild', 'textContent', 'nodeValue'] as const

/**
 * Keeps React working while the browser translates the page (rule UI76). To translate, Chrome and Edge
 * replace React's text nodes by `font` elements, Safari by other text nodes. React would then throw when
 * removing the original, or update text that nobody sees. So changes by code other than React are
 * undone before React changes the same element. Call it before anything is rendered.
 */
export function tolerateBrowserTranslation(): void {
  /** Changes of a node's children by code other than React, oldest first. */
  const changesOf = new WeakMap<Node, MutationRecord[]>()
  /** The former parent of each node that code other than React has removed. */
  const parentOf = new WeakMap<Node, Node>()
  let hasChanges = false
  const observer = new MutationObserver(notice)
  observer.observe(document.body, { childList: true, subtree: true })

  function notice(changes: readonly MutationRecord[]): void {
    for (const change of changes) {
      changesOf.set(change.target, [...(changesOf.get(change.target) ?? []), change])
      for (const node of change.removedNodes) {
        parentOf.set(node, change.target)
        hasChanges = true
      }
    }
  }

  for (const name of CHANGES) {
    const property = Object.getOwnPropertyDescriptor(Node.prototype, name) ?? {}
    const key = property.set === undefined ? 'value' : 'set'
    const change = property[key] as Change
    property[key] = function (this: Node, ...args: unknown[]) {
      // An element under construction: these are most changes, and nobody else can have seen the element.
      if (!hasChanges && !this.isConnected && this.nodeType === Node.ELEMENT_NODE)
        return change.apply(this, args)
      notice(observer.takeRecords())
      if (hasChanges) {
        putBack(this)
        undoChanges(this)
      }
      const result = change.apply(this, args)
      // React's change must not count as one by other code.
      observer.takeRecords()
      return result
    }
    Object.defineProperty(Node.prototype, name, property)
  }

  /** Puts a node back if code other than React removed it, or an element around it, from the page. */
  function putBack(node: Node): void {
    const root = node.getRootNode()
    const parent = parentOf.get(root)
    if (parent === undefined) return
    parentOf.delete(root)
    undoChanges(parent)
    putBack(node)
  }

  function undoChanges(parent: Node): void {
    const changes = changesOf.get(parent) ?? []
    // An extension that only adds something does no harm.
    if (changes.every(({ removedNodes }) => removedNodes.length === 0)) return
    changesOf.delete(parent)
    for (const { addedNodes, removedNodes, nextSibling } of changes.toReversed()) {
      for (const node of addedNodes) if (node.parentNode === parent) (node as ChildNode).remove()
      const next = nextSibling?.parentNode === parent ? (nextSibling as ChildNode) : null
      for (const node of removedNodes)
        if (next === null) (parent as ParentNode).append(node)
        else next.before(node)
    }
    observer.takeRecords()
  }
}
