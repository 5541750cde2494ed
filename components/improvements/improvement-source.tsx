import { TextLink } from '#components/ui/text-link.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type ImprovementSourceProps = {
  improvement: Pick<Improvement, 'source_type' | 'source_ref'>
  /** The change that the source reviews; null when it is not known here. */
  change: Pick<ChangeRecord, 'number' | 'title'> | null
}

/** Where an action comes from: its review and the change reviewed, or what was recorded of another origin. */
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
