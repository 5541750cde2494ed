import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'

/** The settings of an OpenID Connect provider, and how its roles map to ours. */
export type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** True if an e-mail address counts as verified when the provider does not state it, as Microsoft Entra ID. */
  readonly isEmailTrusted: boolean
  /** The name of the provider on pages. */
  readonly name: string
  /** Name of the roles claim, or its path separated by dots. */
  readonly roleClaim: string
  /** The allow-list: the role of each value of the claim. Without one, admins assign the roles in Hindsight. */
  readonly roleMap: ReadonlyMap<string, Role> | undefined
  /** The role of a person without a role on the allow-list; if undefined, the sign-in is rejected. */
  readonly defaultRole: Role | undefined
}

/** Returns the provider of the settings; undefined if they are incomplete. */
export function toProvider(settings: SettingValues): ProviderSettings | undefined {
  const { oidc_issuer: issuer, oidc_client_id: clientId, oidc_client_secret: clientSecret } = settings
  if (issuer === null || clientId === null || clientSecret === null || settings.public_url === null) return undefined
  return {
    issuer: issuer.replace(/\/$/, ''),
    clientId,
    clientSecret,
    isEmailTrusted: settings.oidc_trust_email,
    name: settings.oidc_name,
    roleClaim: settings.oidc_role_claim,
    roleMap: settings.oidc_role_map === null ? undefined : parseRoleMap(settings.oidc_role_map),
    defaultRole: settings.oidc_default_role ?? undefined,
  }
}

/** Parses an allow-list `value=role; value=role`; a value may contain `=` and `,`. Throws on an unknown role. */
export function parseRoleMap(text: string): ReadonlyMap<string, Role> {
  const entries = text.split(';').filter((entry) => entry.trim() !== '')
  return new Map(
    entries.map((entry) => {
      const [, value, name] = /^\s*(\S.*?)\s*=\s*(\w+)\s*$/s.exec(entry) ?? []
      const role = roles.find((known) => known === name)
      if (value === undefined || role === undefined) throw new Error(`must be like admins=admin; staff=viewer`)
      return [value, role]
    }),
  )
}

/** The highest role of the claims, or the default; null means no access. */
export function chooseRole(claims: Readonly<Record<string, unknown>>, settings: ProviderSettings): Role | null {
  const values = [readClaim(claims, settings.roleClaim) ?? readGroups(claims, settings)].flat()
  const claimed = values.map((value) => (typeof value === 'string' ? settings.roleMap?.get(value) : undefined))
  return roles.findLast((role) => claimed.includes(role)) ?? settings.defaultRole ?? null
}

/** The groups of the person, if the provider sends them instead of roles and no other claim is configured. */
const readGroups = (claims: Readonly<Record<string, unknown>>, { roleClaim }: ProviderSettings): unknown =>
  roleClaim === 'roles' ? readClaim(claims, 'groups') : undefined

function readClaim(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((held, key) => {
    const isObject = typeof held === 'object' && held !== null
    return isObject && Object.hasOwn(held, key) ? (held as Record<string, unknown>)[key] : undefined
  }, claims)
}
