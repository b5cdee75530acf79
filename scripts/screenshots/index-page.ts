/**
 * Renders an HTML page that shows the screenshots, grouped by state of the app. File names are
 * `state/width-theme-language.png`.
 */
export function renderIndexPage(files: readonly string[]): string {
  const states = Map.groupBy(files, file => file.split('/')[0] ?? '')
  const sections = [...states].map(
    ([state, own]) => `<h2>${state}</h2>\n<p>${own.map(picture).join('\n')}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Dacapo: every state</title>
<style>
  body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem; background: #888; }
  p { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
  a { font-size: 0.75rem; color: inherit; }
  img { display: block; height: 30rem; background: #fff; }
</style>
<h1>${states.size} states, ${files.length} pictures</h1>
${sections.join('\n')}
</html>
`
}

const picture = (file: string) => {
  const name = file.replace(/^.*\/|\.png$/g, '')
  return `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}" />${name}</a>`
}
