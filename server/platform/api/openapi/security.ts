import type { oas31 } from 'zod-openapi'
import {
  apiSystems,
  type Endpoint,
  findLowestRole,
  hasRole,
  mayCall,
  roleForScope,
  type TokenSystem,
} from '#lib/contracts/endpoint.ts'
import { getSessionCookieName } from '#server/platform/auth/session-token.ts'

type ApiSystem = Exclude<TokenSystem, 'mcp'>

const serves: Readonly<Record<ApiSystem, string>> = {
  resources: 'users and products',
  itsm: 'changes, incidents and improvements',
  docs: 'knowledge articles',
  app: 'what the pages use: reviews, policy, insights, history, worklist',
}

const needs = (system: ApiSystem) =>
  system === 'app'
    ? 'It acts with the role viewer, auditor, reviewer or manager, as a service account.'
    : 'GET needs scope read, every other method needs write.'

const signatureScheme = 'eventSignature'
const getScheme = (system: ApiSystem) => `${system}Token`

/**
 * One bearer scheme for each system that issues tokens, the signature of an event, for which some senders use their own
 * header, and the session of a browser.
 */
export const buildSecuritySchemes = (
  senderHeaders: readonly string[],
): Readonly<Record<string, oas31.SecuritySchemeObject>> => ({
  ...Object.fromEntries(
    apiSystems.map((system) => [
      getScheme(system),
      {
        type: 'http',
        scheme: 'bearer',
        description: `A token for ${system}: ${serves[system]}. ${needs(system)}`,
      },
    ]),
  ),
  [signatureScheme]: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: `The signature or the token of the sender, in the header that it sends: \`webhook-signature\` (Standard Webhooks), ${senderHeaders.map((name) => `\`${name}\``).join(', ')} or \`Authorization\`. See docs/connections.md.`,
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: getSessionCookieName(false),
    description: `The session of a signed-in person. Over TLS the cookie is \`${getSessionCookieName(true)}\`. Writes must come from a page of this service.`,
  },
})

/**
 * Alternative ways to be authorized: the scope of a token or the lowest role of a person, and an auditor where that
 * role is not above theirs.
 */
export function buildSecurity(endpoint: Pick<Endpoint, 'access' | 'method'>): oas31.SecurityRequirementObject[] {
  const { access } = endpoint
  if (access === 'public') return []
  if (access === 'signature') return [{ [signatureScheme]: [] }]
  const lowest = findLowestRole(access)
  const isBeside = mayCall('auditor', endpoint) && !hasRole('auditor', lowest)
  const sessions = [{ session: [lowest] }, ...(isBeside ? [{ session: ['auditor'] }] : [])]
  if (!('scope' in access)) {
    const isForTokens = !access.onlyPeople && access.role !== 'admin'
    return [...sessions, ...(isForTokens ? [{ [getScheme('app')]: [access.role] }] : [])]
  }
  const { system, scope } = access
  const systems = system === 'any' ? apiSystems : [system]
  return [...systems.map((one) => ({ [getScheme(one)]: [one === 'app' ? roleForScope[scope] : scope] })), ...sessions]
}
