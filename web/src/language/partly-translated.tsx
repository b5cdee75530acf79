// The Unicode characters that set a name of any writing direction apart from the sentence around it. Invisible wherever
// a text is not rendered by PartlyTranslated.
const BEGIN = '\u2068'
const END = '\u2069'
const KEPT = /\u2068([^\u2068\u2069]*)\u2069/u

/**
 * Keeps browsers from translating a name, number or address (rule UI76). Texts use the format `kept` for this,
 * as in "Deleted {{piece, kept}}".
 */
export const markUntranslatable = (value: string | number): string => `${BEGIN}${value}${END}`

// An address goes to the next line before it is broken.
const UNBROKEN = { display: 'inline-block' }

type Props = {
  text: string
  emphasis?: boolean
  translate?: 'yes' | 'no'
}

export function PartlyTranslated({ text, emphasis = false, translate = 'no' }: Props) {
  const Word = emphasis ? 'b' : 'bdi'
  const pieces = text.split(KEPT)
  if (pieces.length === 1) return text
  // One element, because each piece of its own would be an item of a flex container around it.
  return (
    <span>
      {pieces.map((words, place) =>
        // Every second piece was marked.
        place % 2 === 0 ? (
          words
        ) : (
          // The pieces of one text keep their places.
          // oxlint-disable-next-line react/no-array-index-key
          <Word key={place} translate={translate} style={words.includes('@') ? UNBROKEN : undefined}>
            {words}
          </Word>
        ),
      )}
    </span>
  )
}
