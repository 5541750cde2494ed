import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { use } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { describeCount } from '#lib/text/counted.ts'
import { DiscussionsContext } from './field-discussions.tsx'

/** Button with the number of comments on a field of the step; opens them. */
export function FieldComments({ name }: { name: string }) {
  const discussions = use(DiscussionsContext)
  const isHydrated = useHydrated()
  if (!discussions) return null
  const count = discussions.count(name)
  if (count === 0 && !discussions.canWrite) return null
  const noun = findQuestion(discussions.toReviewField(name))?.noun
  const label = count === 0 ? `Comment on the ${noun}` : `${describeCount(count, 'comment')} on the ${noun}`
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="sm"
        disabled={!isHydrated}
        icon={count === 0 ? <MessageSquarePlus /> : <MessageSquare />}
        className={count === 0 ? 'px-1.5! text-muted!' : 'px-1.5! text-accent-text!'}
        onClick={() => discussions.open(name)}
      >
        {count === 0 ? null : (
          <span aria-hidden="true" className="text-xs tabular-nums">
            {count}
          </span>
        )}
        <span className="sr-only">{label}</span>
      </Button>
    </Tooltip>
  )
}
