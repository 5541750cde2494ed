import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { FilterFields } from './filter-fields.ts'
import type { Tag } from './tags.ts'

export const roles = ['viewer', 'auditor', 'reviewer', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]
/** Each rank includes the rights of the ones before it. An auditor is outside of this order: see `mayCall`. */
export type Rank = Exclude<Role, 'auditor'>

export const apiSystems = ['resources', 'itsm', 'docs', 'app'] as const
export const tokenSystems = [...apiSystems, 'mcp', 'metrics'] as const
/**
 * The service for which a token is issued (specification, section 5). A token for `app` is a service account, which
 * acts with a role in the API of the pages. A token for `mcp` is for assistants, which read as a viewer; the API
 * refuses it. One for `metrics` opens the metrics of the service and nothing else.
 */
export type TokenSystem = (typeof tokenSystems)[number]

export const tokenScopes = ['read', 'write', 'propose'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The scopes that a token for a system may have. A token for `app` has a role instead. */
export const scopesBySystem = {
  resources: ['read', 'write'],
  itsm: ['read', 'write'],
  docs: ['read', 'write'],
  mcp: ['read', 'propose'],
  metrics: ['read'],
} as const satisfies Readonly<Record<Exclude<TokenSystem, 'app'>, readonly TokenScope[]>>

export const tokenRoles = ['viewer', 'auditor', 'reviewer', 'manager'] as const
/** The role with which a token for `app` acts. */
export type TokenRole = (typeof tokenRoles)[number]

/** The scopes that endpoints of the API require. */
type ApiScope = Exclude<TokenScope, 'propose'>

/** The lowest role with the rights of a token scope. */
export const roleForScope: Readonly<Record<ApiScope, Rank>> = { read: 'viewer', write: 'reviewer' }

/**
 * The callers that an endpoint allows:
 * - `public`: anybody; `signature`: a sender that signs its request with the secret of a connection;
 * - `system` and `scope`: a token for the system with the scope, or a session with the corresponding role, unless
 *   `role` is set;
 * - `role`: a session, or a token for `app`, with at least this role; `onlyPeople` excludes tokens.
 * `orOwner` admits any person for a record of theirs; the command limits the fields that an owner may write. Writes
 * with the role `viewer` are about the caller's own data, also for an auditor, unless `noAuditor` is set. `orAuditor`
 * gives an auditor the rights of a manager.
 */
export type Access =
  | 'public'
  | 'signature'
  | { system: Exclude<TokenSystem, 'app' | 'mcp' | 'metrics'> | 'any'; scope: ApiScope; role?: Rank; orOwner?: true }
  | { role: Rank; onlyPeople?: true; orOwner?: true; noAuditor?: true; orAuditor?: true }

/** True if an endpoint with a role is open to service accounts: otherwise no token may call it, and no document names it. */
export const isForServiceAccounts = ({ role, onlyPeople }: Extract<Access, { onlyPeople?: true }>): boolean =>
  !onlyPeople && role !== 'admin'

/** Returns the lowest role of a session that may call an endpoint. */
export function findLowestRole(access: Exclude<Access, string>): Rank {
  if (access.orOwner) return roles[0]
  return 'scope' in access ? (access.role ?? roleForScope[access.scope]) : access.role
}

/** True if a role has the rights of a rank. An auditor has those of a viewer. */
export const hasRole = (actual: Role, needed: Rank): boolean => roles.indexOf(actual) >= roles.indexOf(needed)

// The annotation lets the bundler drop the list, which no page uses.
export const reviewingRoles = /* @__PURE__ */ roles.filter((role) => hasRole(role, 'reviewer'))

/** True if a role may read with a rank: an auditor reads as a manager. */
export const mayRead = (actual: Role, needed: Rank): boolean =>
  hasRole(actual === 'auditor' ? 'manager' : actual, needed)

/**
 * True if a person with a role may call an endpoint. An auditor reads as a manager, and writes audits and their own
 * data.
 */
export function mayCall(role: Role, { access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  if (typeof access === 'string') return true
  const needed = findLowestRole(access)
  if (method === 'GET') return mayRead(role, needed)
  if (role !== 'auditor') return hasRole(role, needed)
  const isOwn = hasRole(role, needed) && !('orOwner' in access || 'noAuditor' in access)
  return isOwn || 'orAuditor' in access
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation without schemas and documentation, so that the browser can call it without loading zod. */
export type Route = {
  /** The operation id; also the name of the contract's value and of the command or query. */
  readonly name: string
  readonly tag: Tag
  readonly method: HttpMethod
  /** Starts with `/api`; `{name}` marks a parameter. */
  readonly path: string
}

/** An operation of the API: the only definition of its route, inputs, response and documentation. */
export type Endpoint = Route & {
  /** Absent, like description and examples, where no token may call: no document names such an endpoint. */
  readonly summary?: string
  readonly description?: string
  readonly access: Access
  /** True for a public operation that uses the session, if there is one. */
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
  /** The body of the response; absent if there is none, or a file. */
  readonly response?: z.ZodType
  /** Media types of a response that is a file to download. */
  readonly file?: readonly string[]
  /** Media type of the response; `application/json` by default. */
  readonly responseType?: string
  /** Status of a successful response; 200 by default, 204 without a body. */
  readonly status?: 200 | 201 | 202
  /** True for a PUT that also creates the record, then with status 201. */
  readonly creates?: boolean
  /**
   * The quota for its requests; `bulk` is a tenth of the default. `events` is 300 times the default and counted by
   * connection; rejected events count by IP address, with the default quota.
   */
  readonly quota?: 'bulk' | 'events'
  /** Error codes besides those that its access, inputs and method imply; by default `not_found`, if it has parameters. */
  readonly errors?: readonly ErrorCode[]
  /** True if responses have an ETag with the version of the record and writes check `If-Match`. */
  readonly versioned?: boolean
  /** Examples of the documents. A body in JSON without one gets what its schema says. */
  readonly examples?: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    /** The body of an endpoint with `upload` or `raw`, by media type. */
    readonly files?: Readonly<Record<string, unknown>>
    readonly response?: unknown
  }
}

/** The parts of an endpoint beside its route and access. */
type EndpointDetails = Omit<Endpoint, keyof Route | 'access'>

/**
 * Returns functions that declare endpoints of a tag for the same callers, by method; `base` is the begin of their paths.
 * Literal types remain, from which handler, client and forms infer theirs.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpointsFor<const T extends Tag, const A extends Access>(tag: T, access: A, base = '/api/app/v1') {
  const declareFor =
    <const Method extends HttpMethod>(method: Method) =>
    <const Name extends string, const Details extends EndpointDetails>(name: Name, path: string, details: Details) => ({
      name,
      tag,
      method,
      path: `${base}${path}`,
      access,
      ...details,
    })
  return {
    get: declareFor('GET'),
    post: declareFor('POST'),
    put: declareFor('PUT'),
    patch: declareFor('PATCH'),
    delete: declareFor('DELETE'),
  }
}

type Output<Part> = Part extends z.ZodType ? z.output<Part> : undefined
type Input<Part> = Part extends z.ZodType ? z.input<Part> : undefined

export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type BodyInputOf<E extends Endpoint> = Input<E['body']>
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : null

/** The status of a successful response. */
export const getSuccessStatus = ({ response, file, status = 200 }: Endpoint) => (response || file ? status : 204)
