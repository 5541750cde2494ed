import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { processWide } from '#server/platform/process/process-wide.ts'

type Attributes = Readonly<Record<string, string | number>>

export type NewSpan = {
  readonly name: string
  /** `server` handles a request, `client` calls another server, `internal` is neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Names from the semantic conventions of OpenTelemetry. Never user input or record data. */
  readonly attributes: Attributes
}

/** An open span. */
type OpenSpan = SpanContext & {
  set(attributes: Attributes): void
  /** Marks the span as failed. */
  fail(): void
  end(): void
}

/** Records and exports spans. */
export type Tracer = {
  start(span: NewSpan, parent: SpanContext | undefined): OpenSpan
  /** Exports the recorded spans, within a second. */
  stop(): Promise<void>
}

type TraceScope = { readonly requestId: string; readonly span: OpenSpan }

const scopes = () => processWide('scopes', () => new AsyncLocalStorage<TraceScope>())
const slot = () => processWide<{ tracer: Tracer | undefined }>('tracer', () => ({ tracer: undefined }))

/** Sets the tracer; undefined stops recording. */
export function setTracer(tracer: Tracer | undefined): void {
  slot().tracer = tracer
}

/** The trace fields of log lines in the current request or job; empty outside of one. */
export function traceFields(): Record<string, string> {
  const scope = scopes().getStore()
  return scope ? { request_id: scope.requestId, trace_id: scope.span.traceId } : {}
}

type NewTrace = NewSpan & {
  readonly requestId: string
  /** The caller's span from `traceparent`. */
  readonly caller?: SpanContext | undefined
}

/** Runs `work` as a request or job with its own span, a child of the current one. */
export function inTrace<Result>(started: NewTrace, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  const parent = scopes().getStore()?.span ?? started.caller
  const recorded = slot().tracer?.start(started, parent)
  const span = recorded ?? unrecorded(parent)
  return scopes().run({ requestId: started.requestId, span }, () => (recorded ? endAfter(span, work) : work(span)))
}

/** Runs `work` in a child span of the current request or job; records nothing outside of one. */
export function inSpan<Result>(made: NewSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  const scope = scopes().getStore()
  const span = scope && slot().tracer?.start(made, scope.span)
  if (!span) return work(unrecorded(scope?.span))
  return scopes().run({ requestId: scope.requestId, span }, () => endAfter(span, work))
}

/** Runs `work` outside the current trace, such as work that a request schedules for later. */
export const outsideTrace = <Result>(work: () => Result): Result => scopes().exit(work)

async function endAfter<Result>(span: OpenSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
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

/** A reference to a span: 32 and 16 hexadecimal digits, and whether its trace is recorded. */
type SpanContext = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The caller's span in a `traceparent` (W3C Trace Context, section 3.2); undefined if it is absent or invalid. */
export function parseTraceparent(header: string | null | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = shape.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined || version === 'ff') return undefined
  // Version 00 ends here; in later ones only the known parts matter.
  if (version === '00' && rest !== undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** A span in the format of `traceparent` and `traceresponse`. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** A new child span of `parent`, or the first of a new trace. */
export function newSpanContext(parent: SpanContext | undefined): SpanContext {
  return {
    traceId: parent?.traceId ?? randomHex(),
    spanId: randomHex().slice(16),
    isSampled: parent?.isSampled ?? false,
  }
}

/** 32 hexadecimal digits. node:crypto generates them in advance, while `randomBytes` takes some 10 µs per call. */
const randomHex = () => randomUUID().replaceAll('-', '')
