import { html } from 'hono/html'
import type { SocialProvider } from '#core/protocol/social-provider.ts'

/** Display name of each social sign-in provider on the pages of its local stand-in. */
const PROVIDER_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

type Html = ReturnType<typeof html>

/**
 * Renders the sign-in page of the stand-in for a social provider. On it, a developer enters the email address, name and
 * picture of the person who signs in. The page exists only in English, because only developers see it.
 */
export function renderSignInPage(provider: SocialProvider): Html {
  const name = PROVIDER_NAMES[provider]
  return page(
    `Stand-in for ${name}`,
    html`<p>
        No keys of ${name} are set up, so this page stands in for it. It runs on this machine, believes
        everything and tells nobody. It forgets you at once: whoever comes next can be somebody else.
      </p>
      <form method="post">
        <label>Email <input name="email" type="email" value="clara@example.org" autocomplete="off" /></label>
        <label>Name <input name="name" value="Clara" autocomplete="off" maxlength="100" /></label>
        <fieldset>
          <legend>The address is</legend>
          <label><input type="radio" name="address" value="verified" checked /> verified</label>
          <label><input type="radio" name="address" value="unverified" /> not verified</label>
          <label><input type="radio" name="address" value="none" /> not told</label>
        </fieldset>
        <fieldset>
          <legend>The picture is</legend>
          <label><input type="radio" name="picture" value="blue" checked /> blue</label>
          <label><input type="radio" name="picture" value="red" /> red</label>
          <label><input type="radio" name="picture" value="slow" /> green and slow</label>
          <label><input type="radio" name="picture" value="broken" /> broken</label>
          <label><input type="radio" name="picture" value="" /> not there</label>
        </fieldset>
        <button name="answer" value="continue">Continue</button>
        <button name="answer" value="cancel">Cancel</button>
        <button name="answer" value="fail">Let it fail</button>
      </form>`,
  )
}

/** Renders the page for a sign-in that cannot continue. `reason` is the error message to show. */
export const renderFailurePage = (reason: string): Html =>
  page(
    'Stand-in for a provider',
    html`<p>This sign-in cannot go on (${reason}). Close the window and begin again.</p>`,
  )

/** Renders a whole page around its content. Loads nothing from other servers. */
const page = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main>
          <p class="mark">Trial run</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`

/** The style sheet of all pages of the stand-in for the social sign-in providers. */
export const PROVIDER_PAGE_STYLE = `
body { margin: 0; font: 18px/1.4 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { max-width: 28rem; margin: 0 auto; padding: 1rem }
.mark { display: inline-block; margin: 0; padding: 0.2rem 0.8rem; border: 2px dashed; font-weight: 700 }
h1 { font-size: 1.5rem; margin: 0.6rem 0 }
form, fieldset { display: grid; gap: 0.8rem }
label { min-height: 48px; display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center }
input:not([type='radio']) { flex: 1 1 14rem; font: inherit; min-height: 44px; padding: 0 0.6rem }
input[type='radio'] { width: 24px; height: 24px }
button { font: inherit; font-weight: 600; min-height: 48px }
`
