'use client'

import { useQuery } from '@tanstack/react-query'
import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { getFieldNoun } from '#components/history/field-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { commentsQuery } from '#lib/api/review-queries.ts'
import type { ReviewField } from '#lib/contracts/app/review-forms.ts'
import { describeCount } from '#lib/text/counted.ts'
import type { DiscussionReader } from './comment-thread.tsx'

// Loaded when it opens: most visits of a step read no comments.
const FieldDiscussion = dynamic(() => import('./field-discussion.tsx').then((part) => part.FieldDiscussion), {
  loading: () => null,
})

type Discussions = {
  toReviewField: (name: string) => ReviewField
  count: (name: string) => number
  open: (name: string) => void
  canWrite: boolean
}

/** Null where fields have no comments, as in the short form. */
const DiscussionsContext = createContext<Discussions | null>(null)

type FieldDiscussionsProps = { reference: string; step: string; reader: DiscussionReader; children: ReactNode }

export function FieldDiscussions({ reference, step, reader, children }: FieldDiscussionsProps) {
  const comments = useQuery(commentsQuery(reference)).data?.result
  const [opened, setOpened] = useState<ReviewField | null>(null)
  const close = () => setOpened(null)
  const discussions = useMemo((): Discussions => {
    const toReviewField = (name: string) => `${step}.${name}` as ReviewField
    return {
      toReviewField,
      count: (name) => comments?.filter(({ field }) => field === toReviewField(name)).length ?? 0,
      open: (name) => setOpened(toReviewField(name)),
      canWrite: reader.canWrite,
    }
  }, [comments, step, reader.canWrite])
  return (
    <DiscussionsContext value={discussions}>
      {children}
      {opened ? (
        <FieldDiscussion
          reference={reference}
          field={opened}
          comments={comments ?? []}
          reader={reader}
          onClose={close}
        />
      ) : null}
    </DiscussionsContext>
  )
}

const noComments = () => 0

export const useCommentCount = () => use(DiscussionsContext)?.count ?? noComments

/** Button with the number of comments on a field of the step; opens them. */
export function FieldComments({ name }: { name: string }) {
  const discussions = use(DiscussionsContext)
  const isHydrated = useHydrated()
  if (!discussions) return null
  const count = discussions.count(name)
  if (count === 0 && !discussions.canWrite) return null
  const noun = getFieldNoun(discussions.toReviewField(name))
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
