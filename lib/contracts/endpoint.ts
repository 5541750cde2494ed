import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { FilterFields } from './filter-fields.ts'
import type { Route } from './routes.ts'

export const roles = ['viewer', 'auditor', 'reviewer', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]
/** Each of these roles includes the rights of the roles before it. An auditor stands beside them: see `mayCall`. */
export type Rank = Exclude<Role, 'auditor'>

export const apiSystems = ['resources', 'itsm', 'docs', 'app'] as const
export const tokenSystems = [...apiSystems, 'mcp'] as const
/**
 * The service a token is issued for (specification, section 5); a token for `app` is a service account, which acts with
 * a role in the API of the pages. A token for `mcp` is for assistants, which read as a viewer; the API refuses it.
 */
export type TokenSystem = (typeof tokenSystems)[number]

export const tokenScopes = ['read', 'write', 'propose'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The scopes that a token for a system may have; one for `app` has a role instead. */
export const scopesOfSystem = {
  resources: ['read', 'write'],
  itsm: ['read', 'write'],
  docs: ['read', 'write'],
  mcp: ['read', 'propose'],
} as const satisfies Readonly<Record<Exclude<TokenSystem, 'app'>, readonly TokenScope[]>>

export const tokenRoles = ['viewer', 'auditor', 'reviewer', 'manager'] as const
/** The role with which a token for `app` acts. */
export type TokenRole = (typeof tokenRoles)[number]

/** The scopes with which the API can be called. */
type ApiScope = Exclude<TokenScope, 'propose'>

/** The lowest role with the rights of a token scope. */
export const roleForScope: Readonly<Record<ApiScope, Rank>> = { read: 'viewer', write: 'reviewer' }

/**
 * Who may call an endpoint: anyone; a sender that signs its request with the secret of a connection; a token for a
 * system with a scope, or a session with the corresponding role, unless `role` is another one; or a session, or a token
 * for `app`, with at least a role, unless it is for people only. With `orOwner` any person may call it for a record of
 * theirs; its command decides what an owner without the role may write. What everybody may write is their own, and an
 * auditor's too, except with `noAuditor`; with `orAuditor` an auditor may call it as a manager may.
 */
export type Access =
  | 'public'
  | 'signature'
  | { system: Exclude<TokenSystem, 'app' | 'mcp'> | 'any'; scope: ApiScope; role?: Rank }
  | { role: Rank; onlyPeople?: true; orOwner?: true; noAuditor?: true; orAuditor?: true }

/** The lowest role of a session that may call an endpoint. */
export function findLowestRole(access: Exclude<Access, string>): Rank {
  if ('scope' in access) return access.role ?? roleForScope[access.scope]
  return access.orOwner ? roles[0] : access.role
}

/** Whether a role has the rights of a rank. An auditor has those of a viewer. */
export const hasRole = (actual: Role, needed: Rank): boolean => roles.indexOf(actual) >= roles.indexOf(needed)

// The annotation lets the bundler drop the list, which no page uses.
export const reviewingRoles = /* @__PURE__ */ roles.filter((role) => hasRole(role, 'reviewer'))

/** As `hasRole`, for what only reads: an auditor reads what a manager reads. */
export const mayRead = (actual: Role, needed: Rank): boolean =>
  hasRole(actual === 'auditor' ? 'manager' : actual, needed)

/** Whether a person with a role may call an endpoint. An auditor reads as a manager, and writes audits and their own. */
export function mayCall(role: Role, { access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  if (typeof access === 'string') return true
  const needed = findLowestRole(access)
  if (method === 'GET') return mayRead(role, needed)
  if (role !== 'auditor') return hasRole(role, needed)
  const isOwn = hasRole(role, needed) && !('orOwner' in access || 'noAuditor' in access)
  return isOwn || 'orAuditor' in access
}

/** An operation of the API: the only definition of its route, inputs, response and documentation. */
export type Endpoint = Route & {
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** A public operation that also considers the session, if there is one. */
  readonly readsSession?: boolean
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** The fields that the `query` parameter may name. */
  readonly filterFields?: FilterFields
  readonly body?: z.ZodType
  /** Media types accepted besides `application/json`. */
  readonly bodyTypes?: readonly string[]
  /** A file as the body, read as a stream; the handler gets it as `input.upload`. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number }
  /** A body that the handler gets as it was sent, as `input.raw`. */
  readonly raw?: { readonly types: readonly string[]; readonly maxBytes: number }
  /** Maximum size of the body; 256 KB by default. */
  readonly maxBodyBytes?: number
  readonly response: z.ZodType
  /** Media types of a response that is a file to download. */
  readonly file?: readonly string[]
  /** Media type of the response; `application/json` by default. */
  readonly responseType?: string
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  /** A PUT that also creates the record, with status 201 then. */
  readonly creates?: boolean
  /**
   * The quota that its requests count against; `bulk` is a tenth of the default. `events` is 300 times the default and
   * counted by connection; events that are rejected count by address, with the default quota.
   */
  readonly quota?: 'bulk' | 'events'
  /** Error codes besides those that its access, inputs and method imply. */
  readonly errors?: readonly ErrorCode[]
  /** Responses have an ETag of the record's version; writes check `If-Match`. */
  readonly versioned?: boolean
  readonly examples?: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    /** The body of an endpoint with `upload` or `raw`, by media type. */
    readonly files?: Readonly<Record<string, unknown>>
    readonly response?: unknown
  }
}

/** Declares an endpoint with literal types, from which handler, client and forms infer theirs. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition
}

type Output<Part> = Part extends z.ZodType ? z.output<Part> : undefined
type Input<Part> = Part extends z.ZodType ? z.input<Part> : undefined

export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type BodyInputOf<E extends Endpoint> = Input<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
