import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from '#server/platform/process-wide.ts'
import { newSpanContext, type SpanContext } from './trace-context.ts'

type Attributes = Readonly<Record<string, string | number>>

export type NewSpan = {
  readonly name: string
  /** `server` answers a request, `client` asks another server, `internal` is neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Names as in the semantic conventions of OpenTelemetry. Never a value that a person or a record brought. */
  readonly attributes: Attributes
}

/** A span under way. */
export type OpenSpan = SpanContext & {
  set(attributes: Attributes): void
  /** Marks what the span stands for as failed. */
  fail(): void
  end(): void
}

/** What records spans and sends them on. */
export type Tracer = {
  start(span: NewSpan, parent: SpanContext | undefined): OpenSpan
  /** Sends what is recorded, as far as it can be sent within a second. */
  stop(): Promise<void>
}

type Scope = { readonly requestId: string; readonly span: OpenSpan }

const scopes = () => processWide('scopes', () => new AsyncLocalStorage<Scope>())
const slot = () => processWide<{ tracer: Tracer | undefined }>('tracer', () => ({ tracer: undefined }))

/** Has spans recorded from now on; undefined ends that. */
export function setTracer(tracer: Tracer | undefined): void {
  slot().tracer = tracer
}

/** What each log line of the request or job under way says of it; nothing outside of one. */
export function traceFields(): Record<string, string> {
  const scope = scopes().getStore()
  return scope ? { request_id: scope.requestId, trace_id: scope.span.traceId } : {}
}

type Begun = NewSpan & {
  readonly requestId: string
  /** The caller's span, as it told. */
  readonly caller?: SpanContext | undefined
}

/** Runs `work` as a request or job: what it logs and records belongs together, below what is under way already. */
export function inTrace<Result>(begun: Begun, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  const parent = scopes().getStore()?.span ?? begun.caller
  const recorded = slot().tracer?.start(begun, parent)
  const span = recorded ?? unrecorded(parent)
  return scopes().run({ requestId: begun.requestId, span }, () => (recorded ? ending(span, work) : work(span)))
}

/** Runs `work` as a part of the request or job under way; nothing is recorded outside of one. */
export function inSpan<Result>(made: NewSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  const scope = scopes().getStore()
  const span = scope && slot().tracer?.start(made, scope.span)
  if (!span) return work(unrecorded(scope?.span))
  return scopes().run({ requestId: scope.requestId, span }, () => ending(span, work))
}

/** Runs `work` as part of nothing, as for what a request only sets off for later. */
export const outsideTrace = <Result>(work: () => Result): Result => scopes().exit(work)

async function ending<Result>(span: OpenSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await work(span)
  } catch (error) {
    span.fail()
    throw error
  } finally {
    span.end()
  }
}

const nothing = () => undefined
function unrecorded(parent: SpanContext | undefined): OpenSpan {
  const { traceId, spanId, isSampled } = newSpanContext(parent)
  return { traceId, spanId, isSampled, set: nothing, fail: nothing, end: nothing }
}
