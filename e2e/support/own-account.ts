import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request } from 'playwright/test'
import type { Account } from '#lib/contracts/app/accounts.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { recordSecrets } from './recorded-secrets.ts'
import { signInWith } from './sign-in.ts'

export type OwnAccount = { id: string; name: string; email: string; password: string }

/** An account of one test, created by the demo's admin. */
export async function addAccount(baseUrl: string, role: Role): Promise<OwnAccount> {
  const admin = await openAdmin(baseUrl)
  const name = `Test ${randomUUID().slice(0, 8)}`
  const email = `${name.replace(' ', '.').toLowerCase()}@hindsight.example`
  const password = randomUUID()
  recordSecrets(password)
  const response = await admin.post('/api/app/v1/accounts', { data: { name, email, role, password } })
  if (!response.ok()) throw new Error(`Adding an account returned ${response.status()}: ${await response.text()}`)
  const { id } = (await response.json()) as Account
  await admin.dispose()
  return { id, name, email, password }
}

/** The admin's session by server, opened once in this process: each sign-in checks a password, which takes long. */
const sessions = new Map<string, Awaited<ReturnType<APIRequestContext['storageState']>>>()

/** API requests of the demo's admin, without a browser. */
async function openAdmin(baseUrl: string): Promise<APIRequestContext> {
  const options = { baseURL: baseUrl, extraHTTPHeaders: { 'Sec-Fetch-Site': 'same-origin' } }
  const storageState = sessions.get(baseUrl)
  if (storageState) return request.newContext({ ...options, storageState })
  const admin = await request.newContext(options)
  const email = demoAccounts.find(({ role }) => role === 'admin')?.email ?? ''
  await signInWith(admin, baseUrl, { email, password: demoPassword })
  sessions.set(baseUrl, await admin.storageState())
  return admin
}
