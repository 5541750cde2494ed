import { once } from 'node:events'
import { launch } from 'puppeteer-core'
import { withProgram } from '#e2e/support/resources.ts'
import { freePort, waitUntilAccepted } from '#e2e/support/server-process.ts'

/** A window of a browser. */
export type Driver = {
  /** Name and version that the browser reports. */
  readonly version: string
  goto(url: string): Promise<unknown>
  /** The value of an expression in the page, as JSON. */
  evaluate(expression: string): Promise<string>
  /** Presses the mouse at a point of the window. */
  click(x: number, y: number): Promise<void>
  /** Presses the keys of a text. */
  type(text: string): Promise<void>
}

/** Firefox without a screen and with an empty profile, by WebDriver BiDi. */
export async function withFirefox<Result>(program: string, use: (driver: Driver) => Promise<Result>): Promise<Result> {
  const browser = await launch({ browser: 'firefox', executablePath: program })
  try {
    const page = await browser.newPage()
    return await use({
      version: (await browser.version()).replace('/', ' '),
      goto: (url) => page.goto(url),
      evaluate: (expression) => page.evaluate(`JSON.stringify(${expression})`) as Promise<string>,
      click: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
    })
  } finally {
    await browser.close()
  }
}

/** The small browser of WebKitGTK on a virtual screen, by WebDriver. */
export async function withWebKit<Result>(
  program: string,
  screen: string,
  use: (driver: Driver) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const inScreen = async (display: string) =>
    withProgram(
      [program, `--port=${port}`],
      async () => {
        await waitUntilAccepted(port)
        const send = async (method: 'POST' | 'DELETE', path: string, body: object = {}) => {
          const init = { method, body: JSON.stringify(body) }
          const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init)
          const { value } = JSON.parse(await response.text())
          if (!response.ok) throw new Error(value.message)
          return value
        }
        const { sessionId, capabilities } = await send('POST', '', { capabilities: {} })
        const act = (device: object, actions: readonly object[]) =>
          send('POST', `/${sessionId}/actions`, { actions: [{ ...device, actions }] })
        return use({
          version: `WebKitGTK ${capabilities.browserVersion}`,
          goto: (url) => send('POST', `/${sessionId}/url`, { url }),
          evaluate: (expression) =>
            send('POST', `/${sessionId}/execute/sync`, { script: `return JSON.stringify(${expression})`, args: [] }),
          click: (x, y) =>
            act({ type: 'pointer', id: 'mouse' }, [{ type: 'pointerMove', x, y }, ...press('pointer', { button: 0 })]),
          type: (text) =>
            act(
              { type: 'key', id: 'keyboard' },
              [...text].flatMap((value) => press('key', { value })),
            ),
        }).finally(() => send('DELETE', `/${sessionId}`))
      },
      { stdio: 'ignore', env: { ...process.env, DISPLAY: display } },
    )
  return withProgram(
    [screen, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '3'],
    async ({ stdio }) => {
      const [line] = await once(stdio[3] as NodeJS.ReadableStream, 'data')
      return inScreen(`:${String(line).trim()}`)
    },
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
}

/** An action of WebDriver that presses a button or key, and one that releases it. */
const press = (kind: 'pointer' | 'key', which: object) =>
  ['Down', 'Up'].map((way) => ({ type: `${kind}${way}`, ...which }))
