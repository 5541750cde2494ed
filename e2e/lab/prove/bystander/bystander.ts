import { join } from 'node:path'
import { forkClient } from '#e2e/forked-client.ts'
import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import type { OwnServer } from '#e2e/own-server.ts'
import { recordSecrets } from '#e2e/recorded-secrets.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { withConnection } from '../../resources.ts'
import { followEvents } from './attack.ts'
import type { BystanderOrder, BystanderRequest, BystanderSample } from './bystander-client.ts'
import type { ProbeAccess } from './probes.ts'

/** Requests a second: a fifth of each kind, below the default limit of each token and address. */
const perSecond = 32
/** Another address than that of the attacker, as a proxy reports it. */
const address = '192.0.2.7'

export type Bystander = {
  /** Sends the ordinary requests for some seconds. */
  sample(seconds: number): Promise<BystanderSample>
  stop(): void
}

/**
 * Starts a caller that reads a list, reads a change, writes that change, follows the events since now and asks for the
 * health, in turn; meanwhile it loads a page, uploads a file, imports one and waits for its event in the feed.
 */
export async function startBystander(own: OwnServer): Promise<Bystander> {
  const [reader, lister, follower, prober, writer, importer] = await tokensOf(own.databaseUrl)
  const url = (path: string) => `${own.server.baseUrl}${path}`
  const headers = (token = '') => ({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address })
  const list = url('/api/itsm/v1/changes?limit=1&sort=number')
  const { result } = (await (await fetch(list, { headers: headers(lister) })).json()) as {
    result: { number: string }[]
  }
  const change = url(`/api/itsm/v1/changes/${result[0]?.number}`)
  const requests: BystanderRequest[] = [
    { method: 'GET', url: url('/api/itsm/v1/changes?limit=20&query=risk%20%3D%20high'), headers: headers(lister) },
    { method: 'GET', url: change, headers: headers(reader) },
    {
      method: 'PATCH',
      url: change,
      headers: { ...headers(writer), 'Content-Type': 'application/json' },
      body: JSON.stringify({ pir_reference: 'PIR-2026-0001' }),
    },
    {
      method: 'GET',
      url: url(await followEvents(own.server.baseUrl, own.tokens.itsm.read)),
      headers: headers(follower),
    },
    { method: 'GET', url: url('/api/health'), headers: { 'X-Forwarded-For': address } },
  ]
  const access: ProbeAccess = {
    baseUrl: own.server.baseUrl,
    session: { ...(await own.sessionOf('admin')), 'X-Forwarded-For': address },
    reader: headers(prober),
    writer: headers(importer),
    sender: headers(senderSecret),
    senderPath: await addSenderTo(own.server.baseUrl, 'json'),
  }
  const client = forkClient(join(import.meta.dirname, 'bystander-client.ts'))
  return {
    sample: (seconds) => client.ask<BystanderSample>({ requests, perSecond, access, seconds } satisfies BystanderOrder),
    stop: client.stop,
  }
}

/** Tokens of its own for each kind of request: to read a record, a list, the events and for the probes; two to write. */
async function tokensOf(databaseUrl: string): Promise<string[]> {
  return withConnection(databaseUrl, async (database) => {
    const actor = { kind: 'system', id: 'prove', name: 'prove' } as const
    const ctx = { db: database.db, actor, now: new Date(), requestId: 'prove' }
    const secrets: string[] = []
    for (const scope of ['read', 'read', 'read', 'read', 'write', 'write'] as const) {
      const name = `Second caller ${secrets.length}`
      const token = { system: 'itsm', scope, role: null, name, expiresAt: null, origin: 'entry' } as const
      secrets.push((await createToken(ctx, token)).secret)
    }
    recordSecrets(...secrets)
    return secrets
  })
}
