import { z } from 'zod'
import { endpointsFor, scopesBySystem, tokenRoles, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { pageOf } from '#lib/contracts/pages.ts'
import { nameText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { tokenStates } from './values.ts'

export const ApiToken = z.object({
  id: z.string().describe('Identifier of the token'),
  name: z.string().describe('Name of the token'),
  system: oneOf(tokenSystems).describe('The service that it is for'),
  scope: oneOf(tokenScopes).describe('Whether it may read, write, or propose drafts to a reviewer'),
  role: oneOf(tokenRoles).nullable().describe('The role with which a token for `app` acts; null for other systems'),
  hint: z.string().describe('The first characters of the token'),
  created_by: z.string().describe('Name of the person who created it'),
  created_at: Timestamp.describe('When it was created'),
  expires_at: Timestamp.nullable().describe('When it expires; null for never'),
  last_used_at: Timestamp.nullable().describe('Exact to a minute; null when it was never used'),
  revoked_at: Timestamp.nullable().describe('When it was revoked; null when it was not'),
})
export type ApiToken = z.infer<typeof ApiToken>

export const NewApiToken = z
  .strictObject({
    name: nameText(100).describe('Name of the token'),
    system: oneOf(tokenSystems).describe('The service that it is for'),
    scope: oneOf(tokenScopes)
      .optional()
      .describe(
        'Whether it may read or write, or for `mcp` read or propose; required unless `system` is `app`, which has a role instead',
      ),
    role: oneOf(tokenRoles).optional().describe('The role with which it acts; required if `system` is `app`'),
    expires_at: Timestamp.nullable().describe('When it expires, in the future; null for never'),
  })
  .superRefine(({ system, scope, role }, { addIssue }) => {
    const [needed, other] = system === 'app' ? (['role', 'scope'] as const) : (['scope', 'role'] as const)
    const values = { scope, role }
    const issue = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    const allowed: readonly string[] = system === 'app' ? tokenRoles : scopesBySystem[system]
    if (!allowed.includes(values[needed] ?? '')) issue(needed, `must be one of ${allowed.join(', ')}`)
    if (values[other] !== undefined) issue(other, `must be left out for a token for ${system}`)
  })
export type NewApiToken = z.infer<typeof NewApiToken>
const TokenId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the token') })

const admins = endpointsFor('API tokens', { role: 'admin' })

export const listApiTokens = admins.get('listApiTokens', '/tokens', {
  query: z.strictObject({
    state: oneOf(tokenStates).optional().describe('Current state'),
    ...pageOf('Tokens', 100, 50),
  }),
  response: z.object({
    result: z.array(ApiToken),
    total_count: z.int().min(0),
  }),
})

export const createApiToken = admins.post('createApiToken', '/tokens', {
  body: NewApiToken,
  response: z.object({ token: ApiToken, secret: z.string().describe('The token itself, to be sent as `Bearer`') }),
  status: 201,
})

export const revokeApiToken = admins.delete('revokeApiToken', '/tokens/{id}', {
  params: TokenId,
})
