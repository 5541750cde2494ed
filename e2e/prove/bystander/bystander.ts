import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import type { OwnServer } from '../../own-server.ts'
import { recordSecrets } from '../../recorded-secrets.ts'
import type { BystanderOrder, BystanderRequest, BystanderSample } from './bystander-client.ts'

/** Requests a second: a quarter of each kind, below the default limit of each token and address. */
const perSecond = 32
/** Another address than that of the attacker, as a proxy reports it. */
const address = '192.0.2.7'

export type Bystander = {
  /** Sends the ordinary requests for some seconds. */
  sample(seconds: number): Promise<BystanderSample>
  stop(): void
}

/** Starts a caller that reads a list, reads a change, writes that change and asks for the health, in turn. */
export async function startBystander(own: OwnServer): Promise<Bystander> {
  const [reader, lister, writer] = await tokensOf(own.databaseUrl)
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
    { method: 'GET', url: url('/api/health'), headers: { 'X-Forwarded-For': address } },
  ]
  const client = fork(join(import.meta.dirname, 'bystander-client.ts'))
  const ended = once(client, 'exit').then(([code]): never => {
    throw new Error(`The second caller ended with ${code}.`)
  })
  ended.catch(() => {})
  return {
    async sample(seconds) {
      const onSample = once(client, 'message')
      client.send({ requests, perSecond, seconds } satisfies BystanderOrder)
      const [sample] = await Promise.race([onSample, ended])
      return sample as BystanderSample
    },
    stop: () => client.kill(),
  }
}

/** Tokens of its own for each kind of request, two to read and one to write. */
async function tokensOf(databaseUrl: string): Promise<string[]> {
  const { db, pool } = createDatabase(databaseUrl, { poolSize: 1 })
  const ctx = {
    db,
    actor: { kind: 'system', id: 'prove', name: 'prove' } as const,
    now: new Date(),
    requestId: 'prove',
  }
  const secrets: string[] = []
  try {
    for (const scope of ['read', 'read', 'write'] as const) {
      const name = `Second caller ${secrets.length}`
      const token = { system: 'itsm', scope, role: null, name, expiresAt: null, origin: 'entry' } as const
      secrets.push((await createToken(ctx, token)).secret)
    }
    recordSecrets(...secrets)
    return secrets
  } finally {
    await pool.end()
  }
}
