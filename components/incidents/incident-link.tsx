import { cx } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

export function IncidentLink({ number, className }: { number: string; className?: string }) {
  return (
    <TextLink href={pagePaths.incident(number)} className={cx('font-mono text-xs', className)}>
      {number}
    </TextLink>
  )
}
