type Props = { text: string; word: string }

/**
 * Renders a translated sentence with one of its words emphasized: "goal **126** bpm", wherever the language puts it.
 */
export function Emphasized({ text, word }: Props) {
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
