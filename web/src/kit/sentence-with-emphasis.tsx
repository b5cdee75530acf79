type Props = {
  text: string
  word: string
  /** A name, a number or an address is not to be translated. */
  translate?: 'yes' | 'no'
}

/** Renders a translated sentence with one word emphasized, at any position in the sentence: "goal **126** bpm". */
export function SentenceWithEmphasis({ text, word, translate = 'no' }: Props) {
  const at = text.indexOf(word)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b translate={translate}>{word}</b>
      {text.slice(at + word.length)}
    </>
  )
}
