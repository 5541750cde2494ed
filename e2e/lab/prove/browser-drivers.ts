import { once } from 'node:events'
import { withFolder, withProgram } from '#e2e/resources.ts'
import { freePort, untilAccepted } from '#e2e/server-process.ts'

/** A window of a browser, by the protocol that it speaks. */
export type Driver = {
  /** As the browser calls itself. */
  readonly version: string
  goto(url: string): Promise<void>
  /** The value of an expression in the page, as JSON. */
  evaluate(expression: string): Promise<string>
  /** Presses real keys and buttons: actions of WebDriver, which BiDi shares. */
  act(actions: readonly object[]): Promise<void>
}

/** Firefox without a screen and with an empty profile, by WebDriver BiDi. */
export const withFirefox = <Result>(program: string, use: (driver: Driver) => Promise<Result>): Promise<Result> =>
  withFolder('firefox', async (profile) => {
    const port = await freePort()
    const options = ['--headless', '--profile', profile, '--remote-debugging-port', String(port)]
    return withProgram([program, ...options, 'about:blank'], async () => {
      await untilAccepted(port)
      const send = await openSocket(`ws://127.0.0.1:${port}/session`)
      const { capabilities } = await send('session.new', { capabilities: {} })
      const { context } = await send('browsingContext.create', { type: 'tab' })
      return use({
        version: `Firefox ${capabilities.browserVersion}`,
        goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
        async evaluate(expression) {
          const call = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false }
          const { result, exceptionDetails } = await send('script.evaluate', call)
          if (exceptionDetails) throw new Error(exceptionDetails.text)
          return result.value
        },
        act: (actions) => send('input.performActions', { context, actions }),
      })
    })
  })

/** Opens a connection for commands, each of which returns the result of its response. */
async function openSocket(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<ReturnType<typeof JSON.parse>>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(data)
    if (type === 'success') waiting.get(id)?.resolve(result)
    else if (type === 'error') waiting.get(id)?.reject(new Error(message))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser closed the connection.'))
  })
  await once(socket, 'open')
  let last = 0
  return (method: string, params: object) => {
    last += 1
    const response = Promise.withResolvers<ReturnType<typeof JSON.parse>>()
    waiting.set(last, response)
    socket.send(JSON.stringify({ id: last, method, params }))
    return response.promise
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
        await untilAccepted(port)
        const send = async (method: 'POST' | 'DELETE', path: string, body: object = {}) => {
          const init = { method, body: JSON.stringify(body) }
          const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init)
          const { value } = JSON.parse(await response.text())
          if (!response.ok) throw new Error(value.message)
          return value
        }
        const { sessionId, capabilities } = await send('POST', '', { capabilities: {} })
        return use({
          version: `WebKitGTK ${capabilities.browserVersion}`,
          goto: (url) => send('POST', `/${sessionId}/url`, { url }),
          evaluate: (expression) =>
            send('POST', `/${sessionId}/execute/sync`, { script: `return JSON.stringify(${expression})`, args: [] }),
          act: (actions) => send('POST', `/${sessionId}/actions`, { actions }),
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
