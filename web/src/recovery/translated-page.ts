type Change = (this: Node, ...args: unknown[]) => unknown

const CHANGES = ['appendChild', 'insertBefore', 'removeChild', 'textContent', 'nodeValue'] as const

/**
 * Chrome, Edge and Safari translate a page by replacing React's text nodes (rule UI76). React would then
 * throw, or update text that nobody sees. So these changes are undone before React changes the same element.
 * Call it before anything is rendered.
 */
export function tolerateBrowserTranslation(): void {
  const changesOf = new WeakMap<Node, MutationRecord[]>()
  const formerParentOf = new WeakMap<Node, Node>()
  let hasChanges = false
  const observer = new MutationObserver(notice)
  observer.observe(document.body, { childList: true, subtree: true })

  function notice(changes: readonly MutationRecord[]): void {
    for (const change of changes) {
      changesOf.set(change.target, [...(changesOf.get(change.target) ?? []), change])
      for (const node of change.removedNodes) {
        formerParentOf.set(node, change.target)
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

  function putBack(node: Node): void {
    const root = node.getRootNode()
    const parent = formerParentOf.get(root)
    if (parent === undefined) return
    formerParentOf.delete(root)
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
