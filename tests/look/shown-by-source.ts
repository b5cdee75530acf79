/** The path of a source file, relative to web/src, and its text. */
export type ScreenSourceFile = { readonly path: string; readonly code: string }

/** The routes, dialogs and toasts that a screen state must cover. */
export type ShownElements = {
  readonly routes: ReadonlySet<string>
  /** The files that draw a dialog. */
  readonly dialogs: ReadonlySet<string>
  /** The toasts by their call and the key of their text: `showError common:toast.error`. */
  readonly toasts: ReadonlySet<string>
}

/** Finds the routes, dialogs and toasts in source files. */
export function findShownElements(sources: readonly ScreenSourceFile[]): ShownElements {
  return {
    routes: new Set(sources.flatMap(({ code }) => all(code, /\broute\(\s*'(\/[^']*)'/g))),
    dialogs: new Set(sources.filter(drawsDialog).map(({ path }) => path)),
    toasts: new Set(sources.filter(({ path }) => !path.startsWith('kit/toast')).flatMap(toastsIn)),
  }
}

const all = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([, found = '']) => found)

// The dialogs of the kit themselves are drawn by whoever uses them.
const drawsDialog = ({ path, code }: ScreenSourceFile) =>
  path !== 'kit/dialog.tsx' && /<(Dialog|AlertDialog|dialog)\b/.test(code)

/**
 * The toasts a file shows, each by its call and its key. A key put together from parts has stars in it; a toast
 * whose words are not named in the call counts by its file.
 */
function toastsIn({ path, code }: ScreenSourceFile): string[] {
  const namespaces = new Map(
    [...code.matchAll(/\bt(?:: (\w+))? \} = useTranslation\((?:'([\w-]+)')?/g)].map(
      ([, name = 't', namespace = 'common']) => [name, namespace],
    ),
  )
  return [...code.matchAll(/\b(show(?:Success|Error|SignedOut))\(/g)].flatMap(call => {
    const [, show = ''] = call
    const words = firstArgument(code.slice(call.index + call[0].length))
    const keys = [...words.matchAll(/([\w.]+)\(\s*(['`])([^'`]+)\2/g)].map(
      ([, translate = '', , key = '']) => {
        const known = key.replace(/\$\{[^}]*\}/g, '*')
        return known.includes(':') ? known : `${namespaces.get(translate) ?? 'common'}:${known}`
      },
    )
    return keys.length === 0 ? [`${show} ${words} in ${path}`] : keys.map(key => `${show} ${key}`)
  })
}

/** What stands before the first comma or the end of a call, whatever is in its own parentheses. */
function firstArgument(code: string): string {
  let depth = 0
  let end = 0
  for (; end < code.length; end++) {
    const sign = code[end] ?? ''
    if (depth === 0 && (sign === ',' || sign === ')')) break
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
  }
  return code.slice(0, end).trim()
}
