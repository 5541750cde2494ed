import { randomUUID } from 'node:crypto'

/** A reference to a span: 32 and 16 hexadecimal digits, and whether its trace is recorded. */
export type SpanContext = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

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
