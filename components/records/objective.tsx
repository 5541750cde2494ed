import { FoldedText } from '#components/ui/text/folded-text.tsx'
import type { Objective } from '#lib/review/questions/objective.ts'

/** Quotes the objective of a change with its source, or says that there is none. */
export function QuotedObjective({ objective }: { objective: Objective | null }) {
  if (objective === null) return <p className="text-sm text-muted">No objective recorded</p>
  return (
    <figure className="m-0 border-l-2 border-line-strong pl-3 text-sm">
      <figcaption className="text-xs text-muted">Objective, from {objective.source}</figcaption>
      <blockquote>
        <FoldedText text={objective.text} />
      </blockquote>
    </figure>
  )
}
