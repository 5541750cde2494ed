'use client'

import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ReviewHeader } from './review-header.tsx'
import { ShortForm } from './short-form.tsx'

/** The short form under the head of its review. The page has seen to it that there is one to write. */
export function ShortReviewPage({ number, account }: { number: string; account: string }) {
  const { data: change } = useQuery(changeQuery(number))
  const { data: found } = useQuery(reviewQuery(number))
  if (!change || !found?.review) return <SkeletonText lines={10} label="Loading the review" />
  return (
    <>
      <ReviewHeader
        change={change}
        review={found.review}
        actions={<ButtonLink href={pagePaths.review(number, 'plan')}>Full form</ButtonLink>}
      />
      <ShortForm change={change} review={found.review} account={account} />
    </>
  )
}
