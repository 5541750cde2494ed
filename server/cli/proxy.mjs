import { connect } from 'node:net'

/** Maximum milliseconds until a proxy accepts a connection. */
const timeoutMs = 5_000

const variables = [
  'npm_config_https_proxy',
  'npm_config_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
]

/** Arguments that make npm end soon instead of retrying for minutes, if it needs a proxy that does not respond. */
export const hastyArguments = ['--fetch-retries=0', '--fetch-timeout=20000']

/**
 * Describes the fault if the proxy of npm accepts no connections; undefined otherwise. npm may not need the proxy:
 * `NO_PROXY` can name the registry.
 *
 * @param {Record<string, string | undefined>} env
 */
export async function describeProxyFault(env = process.env) {
  const variable = variables.find((name) => URL.canParse(env[name] ?? ''))
  if (variable === undefined) return undefined
  const { hostname, port, protocol } = new URL(env[variable])
  const fault = await tryConnect(hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'https:' ? 443 : 80)))
  if (fault === undefined) return undefined
  return `The proxy ${hostname}:${port} of ${variable} cannot be reached (${fault}). Correct it or unset it, unless NO_PROXY names the registry.`
}

/** Tries to connect; resolves with the code of the error or `timeout`, or undefined if the connection is accepted. */
function tryConnect(host, port) {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const finish = (fault) => {
      socket.destroy()
      done(fault)
    }
    socket.once('connect', () => finish(undefined))
    socket.once('timeout', () => finish('timeout'))
    socket.once('error', (error) => finish(error.code ?? error.message))
  })
}
