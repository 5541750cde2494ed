import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import {
  type Outgoing,
  OutgoingError,
  type OutgoingRequest,
  type OutgoingResponse,
} from '#server/platform/outgoing/outgoing.ts'
import { ServiceNowError } from './servicenow-error.ts'

const maxAttempts = 4
const retryDelayMs = 500

/** Provides the `Authorization` header of a connection. */
export type SignIn = {
  authorization(): Promise<string>
  /** Drops a rejected token. Returns true if another one can be requested. */
  renew(): boolean
}

export function createSignIn(ctx: ConnectorContext, connection: OpenConnection): SignIn {
  const { sign_in: signIn } = connection.options as ServiceNowOptions
  const { secret = '' } = connection.secrets
  if (signIn.method === 'oauth') return createTokenSignIn(ctx, connection.url ?? '', signIn.client_id, secret)
  const header =
    signIn.method === 'basic'
      ? `Basic ${Buffer.from(`${signIn.user}:${secret}`).toString('base64')}`
      : `Bearer ${secret}`
  return { authorization: async () => header, renew: () => false }
}

/** Signs in with a token for client credentials, cached until it is rejected. */
function createTokenSignIn({ outgoing, signal }: ConnectorContext, url: string, id: string, secret: string): SignIn {
  let token: Promise<string> | undefined
  const requestToken = async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
    const request = {
      method: 'POST',
      url: `${url}/oauth_token.do`,
      signal,
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    } as const
    const { status, body } = await sendRepeatedly(outgoing, request)
    const issued = status === 200 ? parseAccessToken(body.toString()) : undefined
    if (issued !== undefined) return `Bearer ${issued}`
    const advice =
      'Check the client id and secret, the property glide.oauth.inbound.client.credential.grant_type.enabled, and that the OAuth entity names an application user'
    throw new ServiceNowError('sign_in', `ServiceNow gave no token for the client credentials (${status}). ${advice}.`)
  }
  return {
    authorization() {
      token ??= requestToken()
      token.catch(() => {
        token = undefined
      })
      return token
    },
    renew() {
      token = undefined
      return true
    },
  }
}

/** Sends a request that is safe to repeat although it is no GET. */
async function sendRepeatedly(outgoing: Outgoing, request: OutgoingRequest): Promise<OutgoingResponse> {
  for (let left = maxAttempts - 1; ; left -= 1) {
    try {
      const response = await outgoing.send(request)
      if (response.status < 500 || left === 0) return response
    } catch (error) {
      const isPassing = error instanceof OutgoingError && (error.reason === 'unreachable' || error.reason === 'timeout')
      if (!isPassing || left === 0) throw error
    }
    await sleep(retryDelayMs, undefined, request.signal ? { signal: request.signal } : {})
  }
}

function parseAccessToken(text: string): string | undefined {
  try {
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown }
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}
