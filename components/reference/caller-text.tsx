import { Code } from './inline-code.tsx'
import type { Caller } from './read-operation.ts'

/** Describes the callers of an operation. */
export function CallerText({ callers }: { callers: readonly Caller[] }) {
  if (callers.length === 0) return <p className="text-sm text-muted">Public; no credential needed.</p>
  if (callers.some(({ kind }) => kind === 'signature')) {
    return <p className="text-sm text-muted">For the sender of a connection, by its signature or token.</p>
  }
  const tokens = callers.filter(({ kind }) => kind === 'token')
  const session = callers.find(({ kind }) => kind === 'session')
  return (
    <p className="text-sm text-muted">
      {'For '}
      {tokens.length > 0 ? (
        <>
          {'a token of '}
          {tokens.map(({ scheme }, index) => (
            <span key={scheme}>
              {index === 0 ? '' : index === tokens.length - 1 ? ' or ' : ', '}
              <Code>{getSystem(scheme)}</Code>
            </span>
          ))}
          {' with scope '}
          <Code>{tokens[0]?.needs ?? ''}</Code>
          {session ? ', or ' : ''}
        </>
      ) : null}
      {session ? (
        <>
          {'a person signed in as '}
          <Code>{session.needs}</Code>
          {session.needs === 'admin' ? '' : ' or above'}
        </>
      ) : null}
      .
    </p>
  )
}

/** Returns the system of a security scheme: `itsmToken` gives `itsm`. */
const getSystem = (scheme: string): string => scheme.replace(/Token$/, '')
