import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from 'hono/html'
import { REPOSITORY_FOLDER } from '#server/settings/configuration.ts'

/** HTML in which all inserted texts are escaped. */
export type Html = ReturnType<typeof html>

export const PAGE_STYLE = readFileSync(join(REPOSITORY_FOLDER, 'stand-ins/page.css'), 'utf8')

/** `mark` is the text of a banner which says that the page is not the real one. `style` is the style sheet's URL. */
export const renderPage = (
  { title, mark, style }: { title: string; mark: string; style: string },
  content: Html,
): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <header class="mark">${mark}</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`

/** The response to a form may redirect to `formTarget`: CSP's `form-action` applies to that address, too. */
export function pageHeaders(formTarget: string | null = null) {
  const outside = formTarget !== null && URL.canParse(formTarget) ? ` ${new URL(formTarget).origin}` : ''
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${outside}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
