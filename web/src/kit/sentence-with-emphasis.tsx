type Props = { text: string; word: string }

/** Renders a translated sentence with one word emphasized, at any position in the sentence: "goal **126** bpm". */
export function SentenceWithEmphasis({ text, word }: Props) {
  const at = text.indexOf(word)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b>{word}</b>
      {text.slice(at + word.length)}
    </>
  )
}
