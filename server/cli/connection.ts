import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Connection } from '#lib/contracts/app/connection-records.ts'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { parseOptions } from '#lib/contracts/connection-options.ts'
import { allConnectors } from '#server/all-connectors.ts'
import { findKind, kindNames, unknownKind } from '#server/connections/all-kinds.ts'
import { checkConnection } from '#server/connections/check-connection.ts'
import { createConnection, runConnection, updateConnection } from '#server/connections/commands.ts'
import { findConnection } from '#server/connections/find-connection.ts'
import { listConnections } from '#server/connections/queries.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import { resolveSecrets } from '#server/platform/auth/secret.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { readEnv } from '#server/platform/env.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { refreshSettings } from '#server/platform/settings/current-settings.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, fail, runCommand, withContext } from './open-for-command.ts'

const usage = `Usage: npm run connection -- add ${kindNames.join('|')} --name NAME [options]
       npm run connection -- check NAME    what works, and what to do about the rest
       npm run connection -- run NAME      reads to the end, writes what waits, and prints the counts as JSON
       npm run connection -- list          the connections as JSON
Options of add. It changes the connection if there is one of that name; what is left out stays:
  --url URL               address of the other system
  --user NAME             sign in with user name and password
  --client-id ID          sign in with OAuth client credentials; without both, with a token
  --password-stdin        read the password, client secret or token from standard input
  --signing-secret-stdin  read the secret of its events from standard input (the second line, after a password)
  --table NAME[=FILTER]   read a table of ServiceNow, only the rows of an encoded query; may be repeated
                          default: change_request and incident
  --filter QUERY          an encoded query for change_request
  --write-back            write completed reviews back to ServiceNow
  --interval MINUTES      minutes between two reads; default: 5
  --requests N            maximum requests per minute; default: 120
  --options JSON          further options, as in the API
${confirmUsage}`
answerHelp(usage)

const parseCommand = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      url: { type: 'string' },
      user: { type: 'string' },
      'client-id': { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      'signing-secret-stdin': { type: 'boolean', default: false },
      table: { type: 'string', multiple: true, default: [] },
      filter: { type: 'string' },
      'write-back': { type: 'boolean', default: false },
      interval: { type: 'string' },
      requests: { type: 'string' },
      options: { type: 'string', default: '{}' },
      ...confirmOption,
    },
  })
type ConnectionValues = ReturnType<typeof parseCommand>['values']

type StoredConnection = Awaited<ReturnType<typeof findConnection>>

/** Reads the connection that the arguments of `add` describe; omitted values stay as stored. */
async function readNew(kind: string | undefined, values: ConnectionValues, stored: StoredConnection) {
  const [first, second] = values['password-stdin'] || values['signing-secret-stdin'] ? await readLines() : []
  const secret = values['password-stdin'] ? first : undefined
  const afterPassword = values['password-stdin'] ? second : first
  const signing = values['signing-secret-stdin'] ? afterPassword : undefined
  const { success, data, error } = NewConnection.safeParse({
    kind,
    name: values.name,
    url: values.url ?? stored?.url ?? null,
    options: { ...mergeOptions(kind, values, stored?.options ?? {}), ...readOptions(values.options) },
    ...(stored && { is_enabled: stored.isEnabled }),
    ...(secret && { secret }),
    ...(signing && { signing_secret: signing }),
  })
  const issues = success ? findIssues(data) : error.issues
  if (success && issues.length === 0) return data
  const texts = issues.map(({ path, message }) => `${path.join('.') || 'the connection'} ${message}`)
  return fail(`${texts.join('\n')}\n\n${usage}`)
}

function findIssues({ kind, options }: NewConnection) {
  const kindOfConnection = findKind(kind)
  return kindOfConnection
    ? parseOptions(kindOfConnection.options, options).issues
    : [{ path: ['kind'], message: unknownKind }]
}

const readLines = async () => (await text(process.stdin)).split(/\r?\n/)

function readOptions(json: string): object {
  try {
    return JSON.parse(json)
  } catch {
    return fail(`--options must be JSON, such as '{"interval_minutes":10}'.`)
  }
}

type StoredOptions = Readonly<Record<string, unknown>> & { readonly tables?: object; readonly writes?: object }

function mergeOptions(kind: string | undefined, values: ConnectionValues, stored: StoredOptions): object {
  const hasSignIn = values.user !== undefined || values['client-id'] !== undefined || stored.sign_in === undefined
  const isSignedIn = findKind(kind ?? '')?.api?.signIn.methods !== undefined
  const common = {
    ...stored,
    ...(isSignedIn && hasSignIn && { sign_in: chooseSignIn(values) }),
    ...(values.interval !== undefined && { interval_minutes: Number(values.interval) }),
    ...(values.requests !== undefined && { requests_per_minute: Number(values.requests) }),
  }
  if (kind !== 'servicenow') return common
  const writes = Object.fromEntries(writtenBack.map((name) => [name, true]))
  return {
    ...common,
    tables: mergeTables(values, stored.tables ?? { change_request: {}, incident: {} }),
    ...(values['write-back'] && { writes: { ...stored.writes, ...writes } }),
  }
}

const writtenBack = ['review', 'correlation_id', 'close', 'caused_by', 'work_note']

/** Returns the named tables, else the stored ones, with the filters of the arguments. */
function mergeTables({ table, filter }: ConnectionValues, stored: object): object {
  const options = new Map<string, object>(Object.entries(stored))
  const tableFilters = table.map((each): [string, object] => {
    const [name = '', ...query] = each.split('=')
    return [name, { ...options.get(name), ...(query.length > 0 && { filter: query.join('=') }) }]
  })
  const tables = new Map(tableFilters.length > 0 ? tableFilters : options)
  if (filter !== undefined) tables.set('change_request', { ...tables.get('change_request'), filter })
  return Object.fromEntries(tables)
}

function chooseSignIn({ user, 'client-id': clientId }: ConnectionValues) {
  if (user !== undefined) return { method: 'basic', user }
  return clientId === undefined ? { method: 'token' } : { method: 'oauth', client_id: clientId }
}

async function add(ctx: Context, kind: string | undefined, values: ConnectionValues): Promise<string> {
  const existing = values.name === undefined ? null : await findConnection(ctx.db, values.name)
  const input = await readNew(kind, values, existing)
  if (existing && existing.kind !== input.kind)
    return fail(`${input.name} is already a connection to ${existing.kind}.`)
  const { kind: _, name: __, url, ...patch } = input
  const connection = existing
    ? await updateConnection(ctx, existing.id, { ...patch, ...(url !== null && { url }) })
    : await createConnection(ctx, input)
  return `${existing ? 'Changed' : 'Added'} ${connection.name}. Check it with: npm run connection -- check ${connection.name}`
}

async function findConnectionId(ctx: Context, name: string | undefined): Promise<string> {
  if (name === undefined) return fail(usage)
  const connection = await findConnection(ctx.db, name)
  return connection?.id ?? fail(`There is no connection ${name}.`)
}

async function check(ctx: Context, name: string | undefined): Promise<string> {
  const { steps } = await checkConnection(ctx, await findConnectionId(ctx, name), allConnectors)
  if (steps.some(({ status }) => status === 'failed')) process.exitCode = 2
  return steps
    .map(
      (step) => `${step.status.padEnd(8)}${step.name}: ${step.message}${step.advice ? `\n        ${step.advice}` : ''}`,
    )
    .join('\n')
}

async function run(ctx: Context, name: string | undefined): Promise<string> {
  const id = await findConnectionId(ctx, name)
  await runConnection(ctx, id)
  return JSON.stringify(await runToEnd(ctx, id, allConnectors))
}

const describeConnection = ({ options: _, check: __, ...connection }: Connection) => connection

async function perform(ctx: Context): Promise<string> {
  const { values, positionals } = parseCommand()
  const [command, subject, ...more] = positionals
  if (more.length > 0) return fail(usage)
  if (command === 'add') return add(ctx, subject, values)
  if (command === 'check') return check(ctx, subject)
  if (command === 'run') return run(ctx, subject)
  if (command === 'list') return JSON.stringify((await listConnections(ctx)).map(describeConnection), null, 2)
  return fail(usage)
}

await runCommand(async () => {
  const { values } = parseCommand()
  const result = await withContext('connection', values.yes, async (ctx, { db, pool }) => {
    const env = readEnv()
    setRuntime({ env, db, pool, ...resolveSecrets(env, resolveDataDir(env)) })
    await refreshSettings()
    return perform(ctx).finally(() => setRuntime(undefined))
  })
  process.stdout.write(`${result}\n`)
})
