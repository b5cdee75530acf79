import { button } from '../controls.ts'
import { expect, test as base } from '../musician.ts'
import { startHttpServer } from '../offline/http-server.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'

// Replaces Usersnap's loader script and follows its protocol.
const SCRIPT = `
  const callback = new URL(document.currentScript.src).searchParams.get('onload')
  const opened = id => {
    const box = document.createElement('section')
    box.innerHTML = '<p style="color: rgb(1, 2, 3)">widget ' + id + '</p>'
    document.body.append(box)
  }
  window[callback]({ init: options => { document.body.dataset.widgetLocale = options.locale },
    show: async id => ({ open: () => opened(id) }) })
`
let requestedPaths: string[] = []
let isBroken = false

const test = base.extend<object, { dacapo: RunningServer }>({
  dacapo: [
    async ({}, use) => {
      await using widget = await startHttpServer((request, answer) => {
        requestedPaths.push(request.url ?? '')
        if (isBroken) answer.writeHead(500).end()
        else answer.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
      })
      const server = await startServerProcess({
        env: {
          FEEDBACK_WIDGET: `${widget.origin}/global/load/a-token`,
          FEEDBACK_WIDGET_IDS: 'nav-german,nav-english,done-german,done-english',
        },
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ expectedFaults: [/Failed to load resource.*\/global\/load\//] })

test('[FB10] the widget takes the place of the dialog, by place and language; where it does not come the dialog opens, and a script from elsewhere is not let in', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Etude', importance: 3, endTempo: 100, parts: [[null, 80]] }])

  await test.step('our own dialog opens instead of a widget that does not come, and the next press asks again', async () => {
    isBroken = true
    await page.goto('/account?lng=en')
    await button(page, 'Feedback').click()
    await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()
    await page.keyboard.press('Escape')
    isBroken = false
    await button(page, 'Feedback').click()
    await expect(page.getByText('widget nav-english')).toBeVisible()
  })

  await test.step('a script from elsewhere is not let in', async () => {
    const refused = await page.evaluate(() => {
      try {
        document.createElement('script').src = 'https://evil.example/script.js'
        return 'let in'
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error)
      }
    })
    expect(refused).toBe('refused')
  })

  await test.step('in German the widgets of its places open', async () => {
    requestedPaths = []
    await page.goto('/account?lng=de')
    await button(page, 'Feedback').waitFor()
    expect(requestedPaths).toEqual([])
    await button(page, 'Feedback').click()
    await expect(page.getByText('widget nav-german')).toHaveCSS('color', 'rgb(1, 2, 3)')
    expect(requestedPaths).toEqual(['/global/load/a-token?onload=dacapoFeedbackLoaded'])
    await expect(page.locator('body')).toHaveAttribute('data-widget-locale', 'de')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // At the end of a routine, without a reload.
    await page.getByRole('link', { name: 'Üben', exact: true }).click()
    await button(page, 'Üben beginnen').click()
    await page.getByRole('slider').waitFor()
    await button(page, 'Weiter').click()
    await button(page, 'Wie gefällt dir Dacapo?').click()
    await expect(page.getByText('widget done-german')).toBeVisible()
    expect(requestedPaths).toHaveLength(1)
  })
})
