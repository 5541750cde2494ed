import { type Role, roles } from '#lib/contracts/endpoint.ts'

/** How people sign in with a provider of OpenID Connect, and which of its roles mean which of ours. */
export type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether an e-mail address counts as verified where the provider does not say so, as Microsoft Entra ID does not. */
  readonly isEmailTrusted: boolean
  /** What people know the provider by. */
  readonly name: string
  /** Name of the claim that holds the roles, or the path to it with dots. */
  readonly roleClaim: string
  /** The allow-list: what the claim may hold and the role it gives. Without one the roles are kept here. */
  readonly roleMap: ReadonlyMap<string, Role> | undefined
  /** The role of a person to whom the allow-list gives none; without it they are refused. */
  readonly defaultRole: Role | undefined
}

/** The allow-list of `value=role; value=role`; the value may hold `=` and `,` itself. Throws on what is no role. */
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

/** The highest role that the claims give, the default where they give none; null means no access. */
export function roleOfClaims(claims: Readonly<Record<string, unknown>>, settings: ProviderSettings): Role | null {
  const values = [readClaim(claims, settings.roleClaim)].flat()
  const given = values.map((value) => (typeof value === 'string' ? settings.roleMap?.get(value) : undefined))
  return roles.findLast((role) => given.includes(role)) ?? settings.defaultRole ?? null
}

function readClaim(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((held, key) => {
    const isObject = typeof held === 'object' && held !== null
    return isObject && Object.hasOwn(held, key) ? (held as Record<string, unknown>)[key] : undefined
  }, claims)
}
