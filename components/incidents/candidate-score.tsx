'use client'

import type { IncidentCandidate } from '#lib/contracts/app/candidates.ts'
import { candidateWeights, describeScore } from '#lib/domain/incidents/candidate-score.ts'

type ScorePart = IncidentCandidate['parts'][number]

const about: Readonly<Record<ScorePart['kind'], string>> = {
  link: 'Its record names the change',
  service: 'Same service, or a service named in the text',
  time: 'Fewer points the later it was opened',
  text: 'Shared words; rare ones count more',
  priority: 'Urgency of the incident',
}

/** Likelihood, in words, that the change caused the incident; expands to the points of the score. */
export function CandidateScore({ score, parts }: { score: number; parts: readonly ScorePart[] }) {
  return (
    <details className="group mt-1.5 text-xs">
      <summary className="flex w-fit max-w-full cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-sm [&::-webkit-details-marker]:hidden">
        <span>{describeScore({ score, parts })}</span>
        <span className="text-accent-text underline underline-offset-2 group-open:hidden">Why</span>
        <span className="hidden text-accent-text underline underline-offset-2 group-open:inline">Less</span>
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
        {parts.map(({ kind, reason, points }) => (
          <div key={kind} className="contents">
            <dt className="flex items-center gap-2 tabular-nums">
              <Bar share={points / candidateWeights[kind]} className="w-12" />
              {points} of {candidateWeights[kind]}
            </dt>
            <dd className="min-w-0">
              {reason}
              <span className="block text-muted">{about[kind]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Bar({ share, className }: { share: number; className: string }) {
  return (
    <span aria-hidden="true" className={`h-1.5 shrink-0 overflow-hidden rounded-full bg-line ${className}`}>
      <span
        className="block h-full rounded-full bg-accent"
        style={{ width: `${Math.round(100 * Math.min(share, 1))}%` }}
      />
    </span>
  )
}
