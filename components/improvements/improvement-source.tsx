import { TextLink } from '#components/ui/text-link.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type ImprovementSourceProps = {
  improvement: Pick<Improvement, 'source_type' | 'source_ref'>
  /** The reviewed change, if known. */
  change: Pick<ChangeRecord, 'number' | 'title'> | null
}

/** The review and the change of an action, or the recorded reference of another source. */
export function ImprovementSource({ improvement, change }: ImprovementSourceProps) {
  const { source_type: type, source_ref: reference } = improvement
  if (!change) {
    return (
      <>
        {reference} {type === 'pir' ? null : <span className="text-muted">({type})</span>}
      </>
    )
  }
  return (
    <>
      <TextLink href={pagePaths.review(change.number)}>{reference}</TextLink>, the review of{' '}
      <TextLink href={pagePaths.change(change.number)}>{change.number}</TextLink>
      <span className="block text-xs text-muted">{change.title}</span>
    </>
  )
}
