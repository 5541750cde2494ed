'use client'

import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listLeavers } from '#lib/contracts/admin-routes.ts'
import { LeaverCard } from './leaver-card.tsx'

/** The people who left and still have work; `today` is YYYY-MM-DD. */
export function LeaverList({ today }: { today: string }) {
  const leavers = useQuery(endpointQuery(listLeavers, {}))
  return (
    <QueryStates
      query={leavers}
      failure="The leavers could not be loaded"
      skeleton={<SkeletonText lines={8} label="Loading the leavers" />}
    >
      {({ result, total_count: total }) =>
        result.length === 0 ? (
          <EmptyState icon={UserRoundCheck} title="Nobody who left has open work">
            When you disable an account, or the directory marks a person as inactive, their open reviews and unfinished
            actions appear here.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            {result.map((leaver) => (
              <LeaverCard key={leaver.email} leaver={leaver} today={today} />
            ))}
            {total > result.length ? (
              <p className="text-sm text-muted">
                {total - result.length} more people follow when the work of these is reassigned.
              </p>
            ) : null}
          </div>
        )
      }
    </QueryStates>
  )
}
