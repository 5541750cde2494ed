import { z } from 'zod'
import { endpoint, route, scopesBySystem, tokenRoles, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { nameText, oneOf, Timestamp, wholeNumber } from '#lib/contracts/primitives.ts'
import { tokenStates } from './account-values.ts'

export const ApiToken = z
  .object({
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
  .meta({ id: 'ApiToken' })
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
  .meta({ id: 'NewApiToken' })
export type NewApiToken = z.infer<typeof NewApiToken>

const exampleToken: ApiToken = {
  id: 'tok_01jdh3m8w5c2v7k9q4r6t8y0ab',
  name: 'Change sync',
  system: 'itsm',
  scope: 'write',
  role: null,
  hint: 'hindsight_itsm_Zx4q',
  created_by: 'Sanna Koskinen',
  created_at: '2026-03-02T08:15:00.000Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
}
const TokenId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the token') })

export const listApiTokens = endpoint({
  ...route('listApiTokens', 'API tokens', 'GET', '/api/app/v1/tokens'),
  summary: 'List API tokens, newest first, including revoked ones',
  access: { role: 'admin' },
  query: z.strictObject({
    state: oneOf(tokenStates).optional().describe('Current state'),
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Tokens per page'),
  }),
  response: z.object({
    result: z.array(ApiToken),
    total_count: z.int().min(0),
    counts: z
      .object({ active: z.int().min(0), expired: z.int().min(0), revoked: z.int().min(0) })
      .describe('Tokens in each state, regardless of `state`'),
  }),
  examples: {
    query: { state: 'active' },
    response: { result: [exampleToken], total_count: 1, counts: { active: 1, expired: 0, revoked: 2 } },
  },
})

export const createApiToken = endpoint({
  ...route('createApiToken', 'API tokens', 'POST', '/api/app/v1/tokens'),
  summary: 'Create an API token; the secret is only in this response',
  access: { role: 'admin' },
  body: NewApiToken,
  response: z.object({ token: ApiToken, secret: z.string().describe('The token itself, to be sent as `Bearer`') }),
  status: 201,
  examples: {
    body: { name: exampleToken.name, system: 'itsm', scope: 'write', expires_at: null },
    response: { token: exampleToken, secret: 'hindsight_itsm_Zx4qEXAMPLEonlyEXAMPLEonlyEXAMPLEonly0123' },
  },
})

export const revokeApiToken = endpoint({
  ...route('revokeApiToken', 'API tokens', 'DELETE', '/api/app/v1/tokens/{id}'),
  summary: 'Revoke an API token; it is rejected within 5 seconds',
  access: { role: 'admin' },
  params: TokenId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: exampleToken.id } },
})
