import { connect, type LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { describeError, describeFileFault } from './describe-error.ts'

/** The error of connecting to a closed port under a name with two IP addresses. */
const refused = (): Promise<unknown> =>
  new Promise((done) => {
    const lookup: LookupFunction = (_host, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ])
    connect({ host: 'two.example', port: 1, lookup, autoSelectFamily: true }).once('error', done)
  })

const withCode = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: text of the system, open '${path}'`), { code, path })

describe('an error for the person who runs Hindsight', () => {
  test('names the reason of each IP address, not the aggregate', async () => {
    expect(describeError(await refused())).toBe('connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1')
    expect(describeError(new Error('', { cause: await refused() }))).toContain('ECONNREFUSED 127.0.0.2:1')
  })

  test('leaves out the statement that drizzle puts in front', () => {
    const cause = new Error('relation "x" does not exist')
    expect(describeError(new Error('Failed query: select 1', { cause }))).toBe(cause.message)
  })

  test('says in words why a file cannot be used', () => {
    expect(describeError(withCode('EACCES', '/root/x'))).toBe(
      '/root/x cannot be used: this user may not read or write there (EACCES).',
    )
    expect(describeError(withCode('EPROTO', '/root/x'))).toContain('text of the system')
    expect(describeFileFault(withCode('EROFS'))).toBe('the disk is mounted read-only')
  })
})
