'use client'

import { useQuery } from '@tanstack/react-query'
import { AssignedNotice } from '#components/review/assigned-notice.tsx'
import { ReviewHeader } from '#components/review/review-header.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { FullFormLink } from './full-form-link.tsx'
import { ShortForm } from './short-form.tsx'

/** The short form with the header of its review. */
export function ShortReviewPage({ number, account }: { number: string; account: string }) {
  const { data: change } = useQuery(changeQuery(number))
  const { data: found } = useQuery(reviewQuery(number))
  if (!change || !found?.review) return <SkeletonText lines={10} label="Loading the review" />
  return (
    <>
      <ReviewHeader
        change={change}
        review={found.review}
        actions={
          <FullFormLink review={found.review} step="plan">
            Full form
          </FullFormLink>
        }
      />
      <div className="max-w-3xl">
        <AssignedNotice review={found.review} account={account} />
      </div>
      <ShortForm change={change} review={found.review} account={account} />
    </>
  )
}
