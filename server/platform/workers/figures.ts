import { type EventEmitter, on } from 'node:events'
import type { Registry } from 'prom-client'

export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What one worker tells when it is asked for its figures. */
export type Figures = {
  /** Counters and histograms, which only rise: they are summed, those of a worker that is silent or ended too. */
  readonly counted: Metrics
  /** What is so at this moment, and what each process tells of itself under its own label. */
  readonly now: Metrics
}

/** The figures of all workers as Prometheus's text, how many workers there should be and how many told theirs. */
export type Gathered = { readonly text: string; readonly workers: number; readonly answered: number }

/**
 * What supervisor and workers say of figures: a worker asks to `gather` them, the supervisor asks each worker to `tell`,
 * hears what it `told` and hands over what it `gathered`. An answer has the id of its question.
 */
export type FiguresMessage =
  | { readonly figures: 'gather' | 'tell'; readonly id: number }
  | { readonly figures: 'told'; readonly id: number; readonly told: Figures }
  | { readonly figures: 'gathered'; readonly id: number; readonly gathered: Gathered }

/** A message as one of these; there are others between supervisor and workers. */
export function asFiguresMessage(message: unknown): FiguresMessage | undefined {
  const isOurs = typeof message === 'object' && message !== null && 'figures' in message
  return isOurs ? (message as FiguresMessage) : undefined
}

/** The first message that `pick` finds something in; undefined where none comes in time or before the other side ends. */
export async function hearMessage<Found>(
  from: EventEmitter,
  pick: (message: FiguresMessage) => Found | undefined,
  patience: number,
): Promise<Found | undefined> {
  try {
    const heard = on(from, 'message', { signal: AbortSignal.timeout(patience), close: ['disconnect'] })
    for await (const [message] of heard) {
      const ours = asFiguresMessage(message)
      const found = ours && pick(ours)
      if (found !== undefined) return found
    }
  } catch {
    // The time is over.
  }
  return undefined
}
