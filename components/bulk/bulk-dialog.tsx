'use client'

import { type ComponentProps, useState } from 'react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import type { CallInput, CallOptions, CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { BulkResult, CompletionResult } from '#lib/contracts/app/review-bulk.ts'
import type { Route } from '#lib/contracts/endpoint.ts'

export type BulkDialogProps = {
  /** References of reviews or numbers of their changes. */
  numbers: readonly string[]
  /** Called before the dialog closes if anything was done. */
  onDone: () => void
  onClose: () => void
}

type BulkDialogFrameProps<Result extends ReviewResult> = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'description' | 'isBlocked' | 'onClose' | 'children'
> & {
  /** Its result for each review replaces the form. */
  command: { data: { results: readonly Result[] } | undefined; error: Error | null; isPending: boolean }
  /** Error of what the dialog shows. */
  error?: string | undefined
  /** Label of the failures; “Not done” by default. */
  refused?: string
  summarize: (results: readonly Result[]) => string
  /** Omitted if a choice in the dialog runs the command. */
  submitLabel?: string
  onSubmit?: () => void
}

export function BulkDialog<Result extends ReviewResult>(props: BulkDialogFrameProps<Result>) {
  const { command, error, refused, summarize, submitLabel, onSubmit, ...dialog } = props
  const results = command.data?.results
  return (
    <FormDialog
      {...dialog}
      error={command.error?.message ?? error}
      submitLabel={submitLabel}
      busy={command.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
      result={
        results
          ? {
              title: dialog.title,
              description: summarize(results),
              content: <BulkResults results={results} refused={refused} />,
              isPersistent: false,
            }
          : null
      }
    />
  )
}

/** Creates a description of results, such as "4 sent, 3 skipped." */
export const countOutcomes = (done: string, refused: string) => (results: readonly ReviewResult[]) => {
  const succeeded = results.filter(isDone).length
  const failed = results.length - succeeded
  return failed === 0 ? `${succeeded} ${done}.` : `${succeeded} ${done}, ${failed} ${refused}.`
}

export const isDone = ({ result }: ReviewResult): boolean => result !== 'refused'

type ReviewResult = Omit<BulkResult, 'result'> & Pick<BulkResult | CompletionResult, 'result'>

const badges: Readonly<Record<ReviewResult['result'], { label: string; tone: Tone }>> = {
  done: { label: 'Done', tone: 'success' },
  clean: { label: 'Ready', tone: 'success' },
  completed: { label: 'Completed', tone: 'success' },
  drawn: { label: 'Drawn', tone: 'info' },
  refused: { label: 'Not done', tone: 'warning' },
}

type BulkResultsProps = {
  results: readonly ReviewResult[]
  refused?: string | undefined
}

/** The actual or expected result of each review, with the reason; refused reviews come last. */
export function BulkResults({ results, refused = badges.refused.label }: BulkResultsProps) {
  const sorted = results.toSorted((one, other) => Number(one.result === 'refused') - Number(other.result === 'refused'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
    <section aria-label="Reviews" tabIndex={0} className="relative max-h-[50dvh] overflow-y-auto rounded-md">
      <ul className="divide-y divide-line">
        {sorted.map(({ item, change_number: number, title, result, text }) => (
          <li key={item} className="flex items-start gap-3 py-2 text-sm">
            <span className="w-24 shrink-0 pt-0.5">
              <Badge tone={badges[result].tone}>{result === 'refused' ? refused : badges[result].label}</Badge>
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-pretty">{title ?? item}</span>
              <span className="block text-muted text-pretty">
                {number ? <span className="font-mono text-xs">{number} · </span> : null}
                {text}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Runs a bulk command with an idempotency key, and refreshes all data about reviews. */
export function useBulk<R extends Route>(route: R, onDone: (response: CallResponse<R>) => void) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const command = useEndpointMutation(route, ['Changes'])
  const run = (input: CallInput<R>) =>
    command.mutate({ ...input, idempotencyKey } as CallInput<R> & CallOptions, { onSuccess: onDone })
  return { run, isPending: command.isPending, error: command.error, data: command.data }
}
