import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import type { OwnServer } from '#e2e/own-server.ts'
import { readKnownValues } from './known-values.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'

/** Operations that would end the session or account of the run. */
const leftOut = ['endMySessions', 'endAccountSessions', 'updateAccount', 'revokeApiToken']

/** Fuzzes an own server as every kind of caller: a token of each system and an admin. */
export async function fuzzOwnServer(
  own: OwnServer,
  options: { count: number; seed: number; isKeeping: boolean },
): Promise<FuzzReport> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  await addSenderTo(own.server.baseUrl, 'json')
  return runFuzz({
    baseUrl: own.server.baseUrl,
    callers: {
      resourcesToken: bearer(own.tokens.resources.write),
      itsmToken: bearer(own.tokens.itsm.write),
      appToken: bearer(own.tokens.app.manager),
      docsToken: bearer(own.tokens.docs.write),
      eventSignature: bearer(senderSecret),
      session: await own.sessionOf('admin'),
    },
    known: await readKnownValues(own.databaseUrl),
    leftOut,
    ...options,
  })
}
