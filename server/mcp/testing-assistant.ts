import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { POST } from '#app/mcp/route.ts'
import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import type { TokenScope } from '#lib/contracts/endpoint.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { TestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'

/** The protocol version that the tests speak. */
const protocolVersion = '2026-07-28'
export const mcpAddress = new URL('http://127.0.0.1/mcp')

/** Sets the runtime of this process to the database of a test, with these settings. */
export function setAssistants(database: TestDatabase, settings: Partial<SettingValues>): void {
  setTestRuntime(database)
  const { env } = getRuntime()
  setRuntime({ ...getRuntime(), env: { ...env, settings: { ...env.settings, ...settings } } })
}

/** Creates a token for assistants; returns its secret. */
export async function issueToken({ db }: TestDatabase, scope: TokenScope): Promise<string> {
  const input = { system: 'mcp', scope, name: `Assistant ${scope}`, expiresAt: null, origin: 'entry' } as const
  return (await createToken(testContext(db), input)).secret
}

/** Connects a third-party client to our handler, with a bearer token. */
export async function connectAssistant(token: string): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: { pin: protocolVersion } } })
  const transport = new StreamableHTTPClientTransport(mcpAddress, {
    fetch: (url, init) => POST(new Request(url, init)),
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return client
}
