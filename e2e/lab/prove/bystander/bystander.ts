import { join } from 'node:path'
import { forkClient } from '#e2e/support/forked-client.ts'
import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { recordSecrets } from '#e2e/support/recorded-secrets.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import { followEvents, toBearer } from './attack.ts'
import type { BystanderOrder } from './bystander-client.ts'
import type { CallerAccess, Sample } from './probes.ts'

/** An IP address other than the attacker's, as a proxy reports it. */
const anybody = { 'X-Forwarded-For': '192.0.2.7' }

/**
 * Starts a caller that reads a list, reads a change, writes that change, follows the events since now and asks for the
 * health, in turn; meanwhile it loads a page, uploads a file, imports one and waits for its event in the feed.
 */
export async function startBystander({ db, server: { baseUrl }, tokens, signInAs }: OwnServer) {
  const callers = {
    reader: await createCaller(db, 'read'),
    lister: await createCaller(db, 'read'),
    follower: await createCaller(db, 'read'),
    prober: await createCaller(db, 'read'),
    writer: await createCaller(db, 'write'),
    importer: await createCaller(db, 'write'),
  }
  const list = await fetch(`${baseUrl}/api/itsm/v1/changes?limit=1&sort=number`, { headers: callers.lister })
  const { result } = (await list.json()) as { result: { number: string }[] }
  const access: CallerAccess = {
    ...callers,
    baseUrl,
    anybody,
    session: { ...(await signInAs('admin')), ...anybody },
    sender: { ...toBearer(senderSecret), ...anybody },
    senderPath: await addSenderTo(baseUrl, 'json'),
    changePath: `/api/itsm/v1/changes/${result[0]?.number}`,
    feedPath: await followEvents(baseUrl, toBearer(tokens.itsm.read)),
  }
  const client = forkClient(join(import.meta.dirname, 'bystander-client.ts'))
  return {
    /** Sends the ordinary requests and the probes for some seconds. */
    sample: (seconds: number) => client.ask<Sample>({ seconds, access } satisfies BystanderOrder),
    stop: client.stop,
  }
}

/** Headers of a caller with a token of its own. */
async function createCaller(db: Database, scope: 'read' | 'write') {
  const actor = { kind: 'system', id: 'prove', name: 'prove' } as const
  const named = { system: 'itsm', role: null, name: `Second caller ${crypto.randomUUID()}`, origin: 'entry' } as const
  const ctx = { db, actor, now: new Date(), requestId: 'prove' }
  const { secret } = await createToken(ctx, { ...named, scope, expiresAt: null })
  recordSecrets(secret)
  return { ...toBearer(secret), ...anybody }
}
